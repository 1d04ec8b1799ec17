import { findPreferredLanguage } from '../text/text.ts';

const english = {
  title: 'Soapstone bridge',
  purpose: 'This window connects another page with the maps in this browser.',
  asks: {
    read: (origin: string) => `${origin} wants to see your maps and search their data.`,
    administer: (origin: string) =>
      `${origin} wants to see, publish, change and delete your maps, and administer the portal.`,
  },
  takeBack: 'You can take this back in the settings at any time.',
  allow: 'Allow',
  refuse: 'Do not allow',
  allowed: 'Allowed. Keep this window open while you work in the other one.',
  refused: 'Not allowed. You may close this window.',
  notYours:
    'Not allowed. Only an administrator of this map server may let others in: sign in on its page, then connect again.',
};

const german: typeof english = {
  title: 'Soapstone-Brücke',
  purpose: 'Dieses Fenster verbindet eine andere Seite mit den Karten in diesem Browser.',
  asks: {
    read: (origin) => `${origin} möchte Ihre Karten sehen und ihre Daten durchsuchen.`,
    administer: (origin) =>
      `${origin} möchte Ihre Karten sehen, publizieren, ändern und löschen sowie das Portal verwalten.`,
  },
  takeBack: 'Sie können das in den Einstellungen jederzeit widerrufen.',
  allow: 'Erlauben',
  refuse: 'Nicht erlauben',
  allowed: 'Erlaubt. Lassen Sie dieses Fenster offen, solange Sie im anderen arbeiten.',
  refused: 'Nicht erlaubt. Sie können dieses Fenster schließen.',
  notYours:
    'Nicht erlaubt. Nur ein Administrator dieses Kartenservers darf andere zulassen: Melden Sie sich auf seiner Seite an und verbinden Sie dann erneut.',
};

/** Texts of the bridge's window, in the language of the app. */
export const consentText = findPreferredLanguage() === 'de' ? german : english;

/** Set the page's language, title and description. */
export function showPurpose(): void {
  document.documentElement.lang = findPreferredLanguage();
  document.title = consentText.title;
  document.querySelector('main p')!.textContent = consentText.purpose;
}
