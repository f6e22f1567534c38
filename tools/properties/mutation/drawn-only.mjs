// A plugin of StrykerJS: within a node that was drawn (`globalThis.drawnNodes`), nothing else gets faults.
const before = (one, other) => one.line < other.line || (one.line === other.line && one.column <= other.column);
const isSame = (one, other) =>
  before(one.start, other.start) &&
  before(other.start, one.start) &&
  before(one.end, other.end) &&
  before(other.end, one.end);

export const strykerPlugins = [
  {
    kind: 'Ignore',
    name: 'drawn-only',
    value: {
      shouldIgnore({ node: { loc } }) {
        const around = (globalThis.drawnNodes ?? []).filter(
          (drawn) => loc && before(drawn.start, loc.start) && before(loc.end, drawn.end),
        );
        return around.length > 0 && !around.some((drawn) => isSame(drawn, loc)) ? 'It was not drawn.' : undefined;
      },
    },
  },
];
