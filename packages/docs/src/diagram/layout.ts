/** Places the boxes and lines of a diagram, by dagre: layers from one side to the other, few crossings. */
import dagre from '@dagrejs/dagre';

export interface Box {
  readonly id: string;
  readonly width: number;
  readonly height: number;
}

export interface Line {
  readonly from: string;
  readonly to: string;
  /** The room that its label takes. */
  readonly label?: { readonly width: number; readonly height: number };
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Placed {
  readonly width: number;
  readonly height: number;
  /** The middle of each box. */
  readonly boxes: ReadonlyMap<string, Point>;
  /** In the order of the lines. */
  readonly lines: readonly { readonly points: readonly Point[]; readonly label: Point }[];
}

export interface Direction {
  readonly rankdir: 'LR' | 'TB';
  readonly nodesep: number;
  readonly ranksep: number;
  readonly edgesep: number;
}

const memory = new Map<string, Placed>();

/** The same input is placed once: two versions share most of their diagrams. */
export function placed(boxes: readonly Box[], lines: readonly Line[], direction: Direction): Placed {
  const key = JSON.stringify([boxes, lines, direction]);
  const known = memory.get(key);
  if (known !== undefined) return known;
  const made = place(boxes, lines, direction);
  memory.set(key, made);
  return made;
}

function place(boxes: readonly Box[], lines: readonly Line[], direction: Direction): Placed {
  const graph = new dagre.graphlib.Graph({ multigraph: true });
  graph.setGraph({ ...direction, marginx: 12, marginy: 6, ranker: 'network-simplex' });
  for (const { id, width, height } of boxes) graph.setNode(id, { width, height });
  lines.forEach(({ from, to, label }, index) => {
    graph.setEdge(from, to, { labelpos: 'c', width: label?.width ?? 0, height: label?.height ?? 0 }, String(index));
  });
  dagre.layout(graph);
  const at = (id: string): Point => {
    const { x = 0, y = 0 } = graph.node(id) as Partial<Point>;
    return { x, y };
  };
  const { width = 0, height = 0 } = graph.graph() as { width?: number; height?: number };
  return {
    width: Math.ceil(width),
    height: Math.ceil(height),
    boxes: new Map(boxes.map(({ id }) => [id, at(id)])),
    lines: lines.map(({ from, to }, index) => {
      const { points = [], x, y } = graph.edge(from, to, String(index)) as { points?: Point[] } & Partial<Point>;
      const middle = points[Math.floor(points.length / 2)] ?? at(from);
      return { points, label: { x: x ?? middle.x, y: y ?? middle.y } };
    }),
  };
}
