import { isServed } from '../host.ts';

/** Choose between the texts for maps in this browser and for maps of the program that serves the page. */
export const byHost = <Phrase>(inBrowser: Phrase, onServer: Phrase): Phrase => (isServed ? onServer : inBrowser);
