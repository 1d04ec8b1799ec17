export const relayEn = {
  title: 'Programs on this computer',
  reachable: 'Reachable for programs on this computer',
  detail:
    'Programs that speak SOAP, REST or OGC services find the maps at this address for as long as this page is open.',
  address: 'Address',
  needsToken: 'Programs have to show a token',
  token: 'Token: password of a basic authorization',
  /** In the status bar. */
  status: { reachable: 'Programs reach the maps', closed: 'Programs are not answered' },
  state: {
    attached: 'This tab answers programs.',
    apart: 'The program that serves this page does not answer. The page tries again by itself.',
    replaced: 'Another browser answers programs. Reload this page to let it answer.',
    elsewhere: 'Another tab answers programs.',
  },
};

export type RelayText = typeof relayEn;
