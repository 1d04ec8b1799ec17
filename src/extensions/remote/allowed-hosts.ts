const key = `soapstone-hosts:${import.meta.env.BASE_URL}`;

const stored = (): readonly string[] => {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '[]') as string[];
  } catch {
    return [];
  }
};

/** Whether a person has agreed that a host sees which places are looked at. */
export const isAllowed = (host: string): boolean => stored().includes(host);

/** Remember that a person agreed, where the browser lets us. */
export function allowHost(host: string): void {
  if (isAllowed(host)) return;
  try {
    localStorage.setItem(key, JSON.stringify([...stored(), host]));
  } catch {
    // The next time asks again.
  }
}
