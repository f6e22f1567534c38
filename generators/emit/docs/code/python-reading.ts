/** The lines of a sample in Python that read the response. */
import type { Content, Operation } from '../../../emitter/index.js';
import { successesOf, usualOf } from '../example/response.js';
import { pythonString } from './python-text.js';

interface PythonReading {
  readonly isStream: boolean;
  readonly lines: readonly string[];
  /** A comment above the call. */
  readonly note?: string;
}

const jsonLines = ['for line in response.iter_lines():', '    if line:', '        print(json.loads(line))'];
/** A record of a JSON text sequence begins with a separator, and may have several lines. */
const jsonSequence = [
  String.raw`for record in response.iter_lines(delimiter=b'\x1e'):`,
  '    if record:',
  '        print(json.loads(record))',
];
const textLines = ['for line in response.iter_lines(decode_unicode=True):', '    print(line)'];
const chunks = ['for chunk in response.iter_content(None):', '    sys.stdout.buffer.write(chunk)'];
const frames = [
  '# A frame has the number of its stream, its length, and its bytes.',
  'while header := response.raw.read(8):',
  "    stream, length = struct.unpack('>BxxxI', header)",
  '    output = sys.stderr if stream == 2 else sys.stdout',
  '    output.buffer.write(response.raw.read(length))',
];

export function pythonReading(operation: Operation): PythonReading {
  const { method, responses } = operation;
  const usual = usualOf(operation);
  const content = usual?.content ?? [];
  const upgrades = responses.some(({ status }) => status === '101');
  if (method === 'HEAD') return plainly('print(response.headers)');
  const [first] = content;
  if (first === undefined)
    return responses.some(({ status }) => status === '304') ? plainly('print(response.status_code)') : plainly();
  return {
    ...readingOf(
      first,
      content,
      successesOf(operation).some((one) => one.content.length === 0),
    ),
    ...(upgrades && {
      note: 'requests only reads such a stream. To send input too, upgrade the connection with http.client.',
    }),
  };
}

/** @param mayBeEmpty whether another success has no content */
function readingOf({ mediaType, stream, type }: Content, all: readonly Content[], mayBeEmpty: boolean): PythonReading {
  const multiplexed = all.find((one) => one.stream?.kind === 'multiplexed');
  switch (stream?.kind) {
    case 'json-lines':
      return streamed(/json-seq/i.test(mediaType) ? jsonSequence : jsonLines);
    case 'event-stream':
    case 'items':
      return streamed(textLines);
    case 'multiplexed':
      if (all.length === 1) return streamed(frames);
  }
  if (multiplexed !== undefined) {
    const test = `if response.headers.get('Content-Type') == ${pythonString(multiplexed.mediaType)}:`;
    return streamed([test, ...frames.map(indented), 'else:', ...chunks.map(indented)]);
  }
  if (stream?.kind === 'raw' || stream?.kind === 'upgrade') return streamed(chunks);
  if (stream !== undefined || type.kind === 'bytes')
    return streamed([
      `with open(${pythonString(stream?.kind === 'tar' ? 'archive.tar' : 'download')}, 'wb') as download:`,
      '    for chunk in response.iter_content(65536):',
      '        download.write(chunk)',
    ]);
  if (!/[/+]json\b/i.test(mediaType)) return plainly('print(response.text)');
  return mayBeEmpty ? plainly('if response.content:', '    print(response.json())') : plainly('print(response.json())');
}

function streamed(lines: readonly string[]): PythonReading {
  return { isStream: true, lines };
}

function plainly(...lines: readonly string[]): PythonReading {
  return { isStream: false, lines };
}

function indented(line: string): string {
  return `    ${line}`;
}
