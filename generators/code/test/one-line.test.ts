/** The width from which statements and imports are broken into lines, compared with prettier's. */
import { format } from 'prettier';
import { describe, expect, it } from 'vitest';
import { printModule } from '../../write/print/index.js';
import type { CodeModule } from '../index.js';
import { layOut } from '../layout/lay-out.js';

const options = { parser: 'typescript', printWidth: 120, singleQuote: true, trailingComma: 'all' } as const;
/** The lengths of names for which one line has 117 to 123 columns. */
const lengths = (rest: string) => [...Array(7).keys()].map((more) => 117 - rest.length + more);

describe('a line is broken where prettier breaks it', () => {
  it.each(['a', '好'])('in a constant with the letter %s', async (letter) => {
    for (const length of lengths("export const  = ['first', 'second'];")) {
      const name = `${letter}${'b'.repeat(length - 1)}`;
      const value = { kind: 'list', items: ["'first'", "'second'"] } as const;
      const text = layOut({ kind: 'constant', name, value });
      expect(text).toBe((await format(`export const ${name} = ['first', 'second'];`, options)).trimEnd());
    }
  });

  it.each(['a', '好'])('in re-exports with the letter %s', async (letter) => {
    for (const length of lengths("export { type , type c } from './other.js';")) {
      const name = `${letter}${'b'.repeat(length - 1)}`;
      const home = { package: 'pets', path: 'gen/other.ts' };
      const reexports = [name, 'c'].map((each) => ({ name: each, home }));
      const module: CodeModule = { package: 'pets', path: 'gen/index.ts', about: 'All.', declarations: [], reexports };
      const { text } = printModule(module, { head: [], folder: '' });
      const [first = '', second = ''] = [name, 'c'].sort();
      const source = `// All.\n\nexport { type ${first}, type ${second} } from './other.js';`;
      expect(text).toBe(await format(source, options));
    }
  });
});
