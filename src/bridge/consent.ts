import type { Access } from '../client/bridge-protocol.ts';
import { consentText as text } from './consent-text.ts';
import { onFreshPress } from './fresh-press.ts';

/** Show that the user lacks the rights to allow an origin. */
export function reportNotAllowed(): void {
  document.querySelector('main p')!.textContent = text.notYours;
}

/**
 * Ask the user whether an origin may use the maps. Only a separate window may ask, because an embedding page could
 * cover the question in a frame.
 *
 * @returns the allowed access; undefined if the user declined
 */
export function askConsent(origin: string, access: Access): Promise<Access | undefined> {
  const section = document.querySelector('main')!;
  section.innerHTML =
    '<h1></h1><p></p><p class="soft"></p><div class="row"><button class="yes"></button><button class="no"></button></div>';
  section.querySelector('h1')!.textContent = new URL(origin).host;
  section.querySelector('p')!.textContent = text.asks[access](origin);
  section.querySelector('.soft')!.textContent = text.takeBack;
  const yes = section.querySelector<HTMLButtonElement>('.yes')!;
  const no = section.querySelector<HTMLButtonElement>('.no')!;
  yes.textContent = text.allow;
  no.textContent = text.refuse;
  no.focus();
  return new Promise((resolve) => {
    const answer = (choice: Access | undefined) => () => {
      forget();
      section.innerHTML = '<p></p>';
      section.querySelector('p')!.textContent = choice ? text.allowed : text.refused;
      resolve(choice);
    };
    const forget = onFreshPress(yes, answer(access));
    no.addEventListener('click', answer(undefined), { once: true });
  });
}
