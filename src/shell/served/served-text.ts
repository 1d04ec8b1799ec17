import { texts } from '../../text/text.ts';

export const servedEn = {
  left: {
    title: 'This browser has maps of its own at this address',
    detail:
      'An earlier version of Soapstone, which stored maps in this browser, still answers here. The maps of the server appear once it is removed.',
    stays: 'Its maps stay in this browser. Nothing on the server changes before you confirm it.',
    take: 'Take the maps along',
    leave: 'Continue without them',
    failed: (reason: string) => `The maps in this browser could not be read: ${reason}`,
    working: 'Reading the maps in this browser',
  },
  key: {
    hint: 'You are not signed in. Open the address that “soapstone serve” printed, or sign in with an account.',
    signIn: 'Sign in',
    close: 'Close',
  },
};

export const servedText = await texts(servedEn, () => import('./served-de.ts'));
