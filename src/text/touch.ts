/** Whether the primary pointer is a finger: texts then say "tap", and mention no keys. */
export const isTouch = globalThis.matchMedia?.('(pointer: coarse)').matches ?? false;

export const pressEn = isTouch
  ? { Click: 'Tap', click: 'tap', doubleClick: 'double-tap' }
  : { Click: 'Click', click: 'click', doubleClick: 'double-click' };

export const pressDe = isTouch
  ? { Klicken: 'Tippen', Klick: 'Tippen', Doppelklick: 'Doppeltippen', anklicken: 'antippen' }
  : { Klicken: 'Klicken', Klick: 'Klick', Doppelklick: 'Doppelklick', anklicken: 'anklicken' };
