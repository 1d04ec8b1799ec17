/** Time before the question can be answered with yes. */
const readMs = 700;

/**
 * Accept a button press only from a user who can read the button. A page may open this window under the pointer during
 * a double click. It may also bring the window to the front while the user types. The button is therefore disabled for
 * a while whenever the window comes to the front. A pointer press must start after that.
 *
 * @param press called once
 * @returns a function that stops listening; call it when the button is removed
 */
export function onFreshPress(button: HTMLButtonElement, press: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hasBegun = false;
  const wait = () => {
    clearTimeout(timer);
    hasBegun = false;
    button.disabled = true;
    if (!document.hasFocus()) return;
    timer = setTimeout(() => {
      button.disabled = false;
    }, readMs);
  };
  const begin = () => {
    hasBegun = !button.disabled;
  };
  const end = () => {
    clearTimeout(timer);
    removeEventListener('focus', wait);
    removeEventListener('blur', wait);
  };
  addEventListener('focus', wait);
  addEventListener('blur', wait);
  button.addEventListener('pointerdown', begin);
  button.addEventListener('click', ({ detail }) => {
    // Keyboards and screen readers click without a pointer.
    if (button.disabled || (detail > 0 && !hasBegun)) return;
    end();
    press();
  });
  wait();
  return end;
}
