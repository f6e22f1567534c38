/** Returns the rows of a terminal after writing to it. Supports only the sequences that `follow` uses. */
export function screenOf(text: string): string[] {
  const rows: string[] = [''];
  let row = 0;
  let column = 0;
  for (const [piece, movement] of text.matchAll(/\x1b\[(\d*[A-Za-z])|[^]/gu)) {
    if (movement === '2K') rows[row] = '';
    else if (movement?.endsWith('A')) row -= Number(movement.slice(0, -1));
    else if (movement?.endsWith('B')) row += Number(movement.slice(0, -1));
    else if (piece === '\r') column = 0;
    else if (piece === '\n') {
      row += 1;
      column = 0;
    } else if (movement === undefined && piece >= ' ') {
      const line = [...(rows[row] ?? '')];
      line[column] = piece;
      rows[row] = line.join('');
      column += 1;
    } else throw new Error(`unsupported terminal sequence ${JSON.stringify(piece)}`);
    if (row < 0) throw new Error('the cursor left the screen');
    while (rows.length <= row) rows.push('');
  }
  if (rows.at(-1) === '') rows.pop();
  return rows;
}
