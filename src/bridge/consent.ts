import type { Access } from '../client/bridge-protocol.ts';

const text: Readonly<Record<Access, string>> = {
  read: 'see your maps and search their data',
  administer: 'see, publish, change and delete your maps, and administer the portal',
};

/** Say that the user's own rights were not enough. */
export function sayNotAllowed(): void {
  document.querySelector('main p')!.textContent =
    'Not allowed. Only an administrator of this map server may let others in: sign in on its page, then connect again.';
}

/**
 * Ask the user whether an origin may use the maps. Only a window of its own asks: in a frame a page could lay anything
 * over the question.
 *
 * @returns what was allowed, undefined for no
 */
export function askConsent(origin: string, access: Access): Promise<Access | undefined> {
  const section = document.querySelector('main')!;
  section.innerHTML =
    '<h1></h1><p></p><p class="soft">You can take this back in the settings at any time.</p><div class="row"><button class="yes">Allow</button><button class="no">Do not allow</button></div>';
  section.querySelector('h1')!.textContent = new URL(origin).host;
  section.querySelector('p')!.textContent = `${origin} wants to ${text[access]}.`;
  const yes = section.querySelector<HTMLButtonElement>('.yes')!;
  const no = section.querySelector<HTMLButtonElement>('.no')!;
  no.focus();
  return new Promise((resolve) => {
    const answer = (given: Access | undefined) => () => {
      section.innerHTML = '<p></p>';
      section.querySelector('p')!.textContent = given
        ? 'Allowed. Keep this window open while you work in the other one.'
        : 'Not allowed. You may close this window.';
      resolve(given);
    };
    yes.addEventListener('click', answer(access), { once: true });
    no.addEventListener('click', answer(undefined), { once: true });
  });
}
