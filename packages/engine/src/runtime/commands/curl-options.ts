/** The options of `curl`: what it has and is not simulated is refused. */
import { CommandError } from './command.js';
import { readOptions, type Options } from './options.js';

/** Options that change nothing here: of protocols, certificates, and what curl shows while it works. */
const withoutEffect = 'k460N#qjZ';
const notSimulated = 'cKxEJan';

const table = {
  letters: `sSfLiIvgGO${withoutEffect}Janc:K:x:E:o:X:H:d:m:w:A:u:b:e:r:T:F:D:`,
  long: {
    'connect-timeout': 'connect-timeout:',
    'cookie-jar': 'c',
    'create-dirs': 'create-dirs',
    'data-ascii': 'd',
    'data-binary': 'data-binary:',
    'data-raw': 'data-raw:',
    'data-urlencode': 'data-urlencode:',
    'dump-header': 'D',
    'fail-early': 'fail-early',
    'fail-with-body': 'fail-with-body',
    'form-string': 'form-string:',
    'http1.0': '0',
    'http1.1': '0',
    'max-redirs': 'max-redirs:',
    'max-time': 'm',
    'no-buffer': 'N',
    'no-progress-meter': '#',
    'output-dir': 'output-dir:',
    'progress-bar': '#',
    'remote-header-name': 'J',
    'remote-name': 'O',
    'retry-all-errors': 'retry-all-errors',
    'retry-connrefused': 'retry-connrefused',
    'retry-delay': 'retry-delay:',
    'retry-max-time': 'retry-max-time:',
    'show-error': 'S',
    'upload-file': 'T',
    'user-agent': 'A',
    'write-out': 'w',
    append: 'a',
    cert: 'E',
    compressed: 'compressed',
    config: 'K',
    cookie: 'b',
    data: 'd',
    disable: 'q',
    fail: 'f',
    form: 'F',
    get: 'G',
    globoff: 'g',
    head: 'I',
    header: 'H',
    include: 'i',
    insecure: 'k',
    ipv4: '4',
    ipv6: '6',
    json: 'json:',
    location: 'L',
    netrc: 'n',
    noproxy: 'noproxy:',
    output: 'o',
    parallel: 'Z',
    proxy: 'x',
    range: 'r',
    referer: 'e',
    request: 'X',
    retry: 'retry:',
    silent: 's',
    url: 'url:',
    user: 'u',
    verbose: 'v',
  },
  code: 2,
};

const numbers = new Set(['m', 'connect-timeout', 'max-redirs', 'retry', 'retry-delay', 'retry-max-time']);

function usageError(problem: string): CommandError {
  return new CommandError(`${problem}\ncurl: try 'curl --help' or 'curl --manual' for more information`, 2);
}

/** @throws CommandError in the words of curl */
export function curlOptions(words: readonly string[]): Options {
  let options: Options;
  try {
    options = readOptions(words, table);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    const [, name = ''] = /'-*(.*)'$/.exec(error.message) ?? [];
    const dashed = `${name.length > 1 ? '--' : '-'}${name}`;
    const problem = error.message.startsWith('option requires') ? 'requires parameter' : 'is unknown';
    throw usageError(`option ${dashed}: ${problem}`);
  }
  for (const [name, value] of options.given)
    if (numbers.has(name) && !/^\d+(\.\d+)?$/.test(value) && `${name} ${value}` !== 'max-redirs -1')
      throw usageError(`option -${name.length > 1 ? '-' : ''}${name}: expected a proper numerical parameter`);
  const refused = [...notSimulated].find((letter) => options.flags.has(letter));
  if (refused !== undefined) throw new CommandError(`option -${refused} is not simulated`, 2);
  return options;
}
