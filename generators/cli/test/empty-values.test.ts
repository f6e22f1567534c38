/** An empty value, as of a variable that is not set, is refused by every command and option that takes a value. */
import { expect, it } from 'vitest';
import { fullProgram } from '../command-table.js';
import { ladingHere } from './testing/lading-here.js';

it('names the option or argument', async () => {
  const { commands } = await fullProgram();
  const lines = commands.flatMap((command) => {
    const args = command.registeredArguments.map(() => 'x.yaml');
    const options = command.options.filter(
      ({ required, argChoices, long }) => required && !argChoices && long !== '--port',
    );
    return [
      ...options.map(({ long }) => [[command.name(), ...args, String(long), ''], String(long)] as const),
      ...args.map(
        (_, at) => [[command.name(), ...args.with(at, '')], command.registeredArguments[at]?.name()] as const,
      ),
    ];
  });
  expect(lines.length).toBeGreaterThan(40);
  for (const [args, name] of lines) {
    const { status, output } = await ladingHere(...args);
    expect([args, status, output]).toEqual([args, 2, expect.stringContaining(`${name}`)]);
    expect(output).toMatch(/^USAGE: (The value of .* is empty|.* '' is invalid)/);
  }
});
