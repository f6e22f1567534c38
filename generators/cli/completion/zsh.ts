/** The completion script of zsh. */
import type { Completion, OptionWords, ProgramWords } from './words.js';

export function zshScript({ commands, options }: ProgramWords): string {
  const described = commands.map(({ name, description }) => `    ${quoted(`${name}:${description}`)}`);
  const cases = commands.map(({ name, options: ofCommand, argument }) => {
    const specs = [
      ...ofCommand.flatMap(optionSpecs),
      ...(isEmpty(argument) ? [] : [quoted(`*:argument:${action(argument)}`)]),
    ];
    return `    ${name})\n      _arguments \\\n${specs.map((spec) => `        ${spec}`).join(' \\\n')}\n      ;;`;
  });
  return `#compdef lading
# zsh completion of lading. In ~/.zshrc, after compinit: source <(lading completion zsh)
_lading() {
  local -a commands
  commands=(
${described.join('\n')}
  )
  if ((CURRENT == 2)); then
    if [[ $PREFIX == -* ]]; then
      compadd -- ${options.flatMap(({ flags }) => flags).join(' ')}
    else
      _describe command commands
    fi
    return
  fi
  local command=$words[2]
  # _arguments counts from the command.
  shift words
  ((CURRENT--))
  case $command in
${cases.join('\n')}
  esac
}
compdef _lading lading
`;
}

/** A specification of `_arguments` for each flag; `*` because some options are repeatable. */
function optionSpecs({ flags, description, value }: OptionWords): readonly string[] {
  const text = description.replace(/[[\]\\:]/g, '\\$&');
  const ofValue = value === undefined ? '' : `:value:${action(value)}`;
  return flags.map((flag) => quoted(`*${flag}[${text}]${ofValue}`));
}

function action(completion: Completion): string {
  if (completion === 'files') return '_files';
  if (completion === 'folders') return '_files -/';
  return isEmpty(completion) ? ' ' : `(${completion.join(' ')})`;
}

function isEmpty(completion: Completion): boolean {
  return completion.length === 0;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
