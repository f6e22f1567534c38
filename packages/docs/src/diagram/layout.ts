/** Lays out the boxes and lines of a diagram with dagre: in layers, with few crossings. */
import dagre from '@dagrejs/dagre';

export interface Box {
  readonly id: string;
  readonly width: number;
  readonly height: number;
}

export interface Line {
  readonly from: string;
  readonly to: string;
  /** The size of its label. */
  readonly label?: { readonly width: number; readonly height: number };
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface DiagramLayout {
  readonly width: number;
  readonly height: number;
  /** The centre of each box, by its id. */
  readonly boxes: ReadonlyMap<string, Point>;
  /** The path of each line, in the order of the lines, and the centre of its label. */
  readonly lines: readonly { readonly points: readonly Point[]; readonly label: Point }[];
}

export interface Direction {
  readonly rankdir: 'LR' | 'TB';
  readonly nodesep: number;
  readonly ranksep: number;
  readonly edgesep: number;
}

const layoutCache = new Map<string, DiagramLayout>();

/** Returns the layout. Layouts are cached by their input, because versions share most of their diagrams. */
export function layoutOf(boxes: readonly Box[], lines: readonly Line[], direction: Direction): DiagramLayout {
  const key = JSON.stringify([boxes, lines, direction]);
  const cached = layoutCache.get(key);
  if (cached !== undefined) return cached;
  const layout = computeLayout(boxes, lines, direction);
  layoutCache.set(key, layout);
  return layout;
}

function computeLayout(boxes: readonly Box[], lines: readonly Line[], direction: Direction): DiagramLayout {
  const graph = new dagre.graphlib.Graph({ multigraph: true });
  graph.setGraph({
    ...direction,
    marginx: 12,
    marginy: 6,
    ranker: direction.rankdir === 'LR' ? 'tight-tree' : 'network-simplex',
  });
  for (const { id, width, height } of boxes) graph.setNode(id, { width, height });
  lines.forEach(({ from, to, label }, index) => {
    graph.setEdge(from, to, { labelpos: 'c', width: label?.width ?? 0, height: label?.height ?? 0 }, String(index));
  });
  dagre.layout(graph);
  const centreOf = (id: string): Point => {
    const { x = 0, y = 0 } = graph.node(id) as Partial<Point>;
    return { x, y };
  };
  const { width = 0, height = 0 } = graph.graph() as { width?: number; height?: number };
  return {
    width: Math.ceil(width),
    height: Math.ceil(height),
    boxes: new Map(boxes.map(({ id }) => [id, centreOf(id)])),
    lines: lines.map(({ from, to }, index) => {
      const { points = [], x, y } = graph.edge(from, to, String(index)) as { points?: Point[] } & Partial<Point>;
      const middle = points[Math.floor(points.length / 2)] ?? centreOf(from);
      return { points, label: { x: x ?? middle.x, y: y ?? middle.y } };
    }),
  };
}
