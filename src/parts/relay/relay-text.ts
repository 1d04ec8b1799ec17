import { texts } from '../../text/text.ts';

export const relayEn = {
  title: 'Programs on this computer',
  reachable: 'Reachable for programs on this computer',
  detail:
    'Programs that speak SOAP, REST or OGC services find the maps at this address for as long as this page is open.',
  address: 'Address',
  needsToken: 'Require a token from programs',
  token: 'Token, the password for basic authentication',
  /** In the status bar. */
  status: { reachable: 'Programs reach the maps', closed: 'Programs get no answer' },
  state: {
    attached: 'This tab answers programs.',
    apart: 'The command that serves this page does not answer. The page keeps trying.',
    replaced:
      'Another browser answers programs. This one does when that one is closed; reload it to let it answer now.',
    otherPage: 'Another tab answers programs.',
  },
};

export const relayText = await texts(relayEn, () => import('./relay-de.ts'));
