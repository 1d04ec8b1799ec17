import type { servedEn } from './served-text.ts';

export const de: typeof servedEn = {
  left: {
    title: 'Dieser Browser hat unter dieser Adresse eigene Karten',
    detail:
      'Eine frühere Version von Soapstone, die Karten in diesem Browser speicherte, antwortet hier noch. Die Karten des Servers erscheinen, sobald sie entfernt ist.',
    stays: 'Ihre Karten bleiben in diesem Browser. Auf dem Server ändert sich nichts, bevor Sie es bestätigen.',
    take: 'Karten mitnehmen',
    leave: 'Ohne sie fortfahren',
    failed: (reason) => `Die Karten in diesem Browser konnten nicht gelesen werden: ${reason}`,
    working: 'Die Karten in diesem Browser werden gelesen',
  },
  key: {
    hint: 'Sie sind nicht angemeldet. Öffnen Sie die Adresse, die „soapstone serve“ ausgegeben hat, oder melden Sie sich mit einem Konto an.',
    signIn: 'Anmelden',
    close: 'Schließen',
  },
};
