/** How long a question is shown before it can be answered with yes. */
const readMs = 700;

/**
 * Let a button be pressed only by someone who sees what it says: a page may open this window under the pointer between the two
 * clicks of a double click, or bring it to the front in the middle of typing. The button waits from each time the window
 * comes to the front, and a press of the pointer counts only when it began on the waiting's other side.
 *
 * @param press called once
 * @returns call it when the button has gone
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
    // Keys and reading aids press without a pointer.
    if (button.disabled || (detail > 0 && !hasBegun)) return;
    end();
    press();
  });
  wait();
  return end;
}
