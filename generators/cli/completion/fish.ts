/** The completion script of fish. */
import type { Completion, OptionWords, ProgramWords } from './words.js';

export function fishScript({ commands, options }: ProgramWords): string {
  const lines = [
    '# fish completion of lading. Once: lading completion fish > ~/.config/fish/completions/lading.fish',
    'complete -c lading -f',
    ...commands.map(
      ({ name, description }) => `complete -c lading -n __fish_use_subcommand -a ${name} -d ${quoted(description)}`,
    ),
    ...options.map((option) => `complete -c lading -n __fish_use_subcommand ${optionText(option)}`),
    ...commands.flatMap(({ name, options: ofCommand, argument }) => {
      const condition = `complete -c lading -n '__fish_seen_subcommand_from ${name}'`;
      return [
        ...ofCommand.map((option) => `${condition} ${optionText(option)}`),
        ...(argument.length === 0 ? [] : [`${condition} ${completionText(argument)}`]),
      ];
    }),
  ];
  return `${lines.join('\n')}\n`;
}

function optionText({ flags, description, value }: OptionWords): string {
  const names = flags.map((flag) => (flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`));
  const ofValue = value === undefined ? [] : [value === 'files' ? '-r' : '-x', completionText(value)];
  return [...names, ...ofValue.filter((text) => text !== ''), `-d ${quoted(description)}`].join(' ');
}

function completionText(completion: Completion): string {
  if (completion === 'files') return '-F';
  if (completion === 'folders') return "-a '(__fish_complete_directories)'";
  return completion.length === 0 ? '' : `-a ${quoted(completion.join(' '))}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
