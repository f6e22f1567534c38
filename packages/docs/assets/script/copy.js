// Adds a copy button to every code block.

export function startCopy() {
  for (const block of document.querySelectorAll('main pre')) {
    const wrapper = document.createElement('div');
    wrapper.className = 'copied';
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = 'Copy';
    button.addEventListener('click', async () => {
      try {
        await navigator.clipboard.writeText(block.textContent ?? '');
        button.textContent = 'Copied';
      } catch {
        const range = document.createRange();
        range.selectNodeContents(block);
        getSelection()?.removeAllRanges();
        getSelection()?.addRange(range);
        button.textContent = 'Selected';
      }
      setTimeout(() => (button.textContent = 'Copy'), 1500);
    });
    block.replaceWith(wrapper);
    wrapper.append(block, button);
  }
}
