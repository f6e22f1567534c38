// Folds long code: its end fades out, and a button shows all of it.

/**
 * Adds the button to a panel.
 *
 * @param {HTMLElement} panel
 * @param {() => HTMLElement | undefined} shown the code in view
 * @returns {() => void} to call when other code comes into view
 */
export function foldable(panel, shown) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'unfold';
  let open = false;
  const update = () => {
    const code = shown();
    panel.classList.remove('is-folded', 'is-unfolded');
    // Measured with the limit of height that folded code has.
    const isLong = code !== undefined && code.scrollHeight > code.clientHeight + 4;
    if (isLong) panel.classList.add(open ? 'is-unfolded' : 'is-folded');
    button.hidden = !isLong;
    if (!isLong) return;
    const lines = (code.textContent ?? '').trimEnd().split('\n').length;
    button.textContent = open ? 'Show less' : `Show all ${lines} lines`;
    button.setAttribute('aria-expanded', String(open));
  };
  button.addEventListener('click', () => {
    open = !open;
    // A column that is taller than the window cannot stick to it.
    panel.closest('.side-column')?.classList.toggle('is-tall', open);
    update();
  });
  panel.append(button);
  return update;
}
