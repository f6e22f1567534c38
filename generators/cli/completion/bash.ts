/** The completion script of bash, from version 3.2 on, which macOS has. */
import type { Completion, OptionWords, ProgramWords } from './words.js';

export function bashScript({ commands, options }: ProgramWords): string {
  const values = commands.flatMap((command) =>
    command.options.flatMap(({ flags, value }) =>
      value === undefined
        ? []
        : [`    ${flags.map((flag) => `'${command.name} ${flag}'`).join(' | ')}) ${complete(value)}; return ;;`],
    ),
  );
  const flags = commands.map((command) => `      ${command.name}) ${complete(flagsOf(command.options))} ;;`);
  const args = commands.map((command) => `      ${command.name}) ${complete(command.argument)} ;;`);
  return `# bash completion of lading. In ~/.bashrc: source <(lading completion bash)
_lading_words() { COMPREPLY=($(compgen -W "$1" -- "$word")); }
_lading_files() { compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- "$word")); }
_lading_folders() { compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -d -- "$word")); }
_lading() {
  local IFS=$'\\n' word="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD - 1]}"
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    ${complete([...commands.map(({ name }) => name), ...flagsOf(options)])}
    return
  fi
  case "\${COMP_WORDS[1]} $previous" in
${values.join('\n')}
  esac
  if [[ $word == -* ]]; then
    case "\${COMP_WORDS[1]}" in
${flags.join('\n')}
    esac
  else
    case "\${COMP_WORDS[1]}" in
${args.join('\n')}
    esac
  fi
}
complete -F _lading lading
`;
}

function flagsOf(options: readonly OptionWords[]): readonly string[] {
  return options.flatMap(({ flags }) => flags);
}

/** The command that sets the completions. The words are one per line, because the script splits at newlines only. */
function complete(completion: Completion): string {
  if (typeof completion === 'string') return `_lading_${completion}`;
  return completion.length === 0 ? ':' : `_lading_words $'${completion.join('\\n')}'`;
}
