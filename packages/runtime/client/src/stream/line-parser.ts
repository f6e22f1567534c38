/** Splits output into lines. */
import { ProtocolError } from '../error/index.js';
import { withCallName } from './failure.js';
import { outputParser, type OutputName } from './output-parser.js';
import type { Parser, StreamContext } from './stream-context.js';

/** A line of output, without its line end. */
export interface OutputLine {
  readonly stream: OutputName;
  readonly line: string;
}

/** The maximum length of a line in bytes; strings cannot be much longer. */
const longestLine = 268_435_456;

/** Splits each stream into lines; the last one need not have an end. */
export function lineParser(context: StreamContext, tty: boolean, emit: (line: OutputLine) => void): Parser {
  const stdout = splitter('stdout');
  const stderr = splitter('stderr');
  const output = outputParser(context, tty, (stream, data) => (stream === 'stdout' ? stdout : stderr).push(data));
  return {
    push: (chunk) => output.push(chunk),
    end() {
      output.end();
      stdout.end();
      stderr.end();
    },
  };

  function splitter(stream: OutputName): Parser {
    // The pieces of an incomplete line; they are joined once, so that a long line takes linear time.
    let pieces: Buffer[] = [];
    let length = 0;
    return {
      push(data) {
        let start = 0;
        for (let end = data.indexOf(10); end !== -1; end = data.indexOf(10, start)) {
          if (pieces.length === 0) emit({ stream, line: text(data, start, end) });
          else emit({ stream, line: joined(data.subarray(start, end)) });
          start = end + 1;
        }
        if (start === data.length) return;
        const rest = data.subarray(start);
        length += rest.length;
        if (length > longestLine)
          throw new ProtocolError('LINE_TOO_LONG', withCallName(`a line of ${stream} is too long`, context));
        pieces.push(rest);
      },
      end() {
        // A carriage return belongs to the line end only before a line feed, so it stays here.
        if (pieces.length > 0) emit({ stream, line: Buffer.concat(pieces).toString() });
      },
    };

    function joined(last: Buffer): string {
      const line = Buffer.concat([...pieces, last]);
      pieces = [];
      length = 0;
      return text(line, 0, line.length);
    }
  }
}

function text(bytes: Buffer, start: number, end: number): string {
  return bytes.toString('utf8', start, end > start && bytes[end - 1] === 13 ? end - 1 : end);
}
