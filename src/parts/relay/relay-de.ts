import type { relayEn } from './relay-text.ts';

export const de: typeof relayEn = {
  title: 'Programme auf diesem Computer',
  reachable: 'Für Programme auf diesem Computer erreichbar',
  detail:
    'Programme, die SOAP, REST oder OGC-Dienste sprechen, finden die Karten unter dieser Adresse, solange diese Seite offen ist.',
  address: 'Adresse',
  needsToken: 'Token von Programmen verlangen',
  token: 'Token, das Passwort für Basic-Authentifizierung',
  status: { reachable: 'Programme erreichen die Karten', closed: 'Programme erhalten keine Antwort' },
  state: {
    attached: 'Dieser Tab antwortet Programmen.',
    apart: 'Der Befehl, der diese Seite bereitstellt, antwortet nicht. Die Seite versucht es weiter.',
    replaced:
      'Ein anderer Browser antwortet Programmen. Wenn er geschlossen wird, antwortet dieser; laden Sie die Seite neu, damit er es jetzt tut.',
    otherPage: 'Ein anderer Tab antwortet Programmen.',
  },
};
