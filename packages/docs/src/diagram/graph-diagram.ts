/** Draws the graph of a group: operations on the left, the schemas they use to the right. */
import type { GraphPage } from '../site/site-page.js';
import { bundledLayout } from './bundled-layout.js';
import { box, line, linked, svg, text, widthOf, type Svg } from './svg.js';

const height = 24;
/** Larger graphs are not readable, take time with the square of their size to lay out, and are left to the pages of their schemas. */
const maxNodes = 100;

/** @param href returns the URL of a schema or an operation */
export function graphDiagram(page: GraphPage, href: (link: string) => string | undefined): Svg | undefined {
  if (page.nodes.length === 0 || page.nodes.length > maxNodes) return undefined;
  const boxes = page.nodes.map(({ link, name }) => ({ id: link, width: widthOf([name]) + 18, height }));
  const lines = page.edges.map(([from, to]) => ({ from, to }));
  const layout = bundledLayout(boxes, lines, { rankdir: 'LR', nodesep: 8, ranksep: 36, edgesep: 4 });
  const parts = [
    ...layout.lines.map(({ points }) => line(points)),
    ...page.nodes.map(({ link, name, foreign, operation }, index) => {
      const place = layout.boxes.get(link) ?? { x: 0, y: 0 };
      const kind = operation ? 'operation' : foreign ? 'foreign' : 'schema';
      return linked(
        href(link),
        box(place, boxes[index]?.width ?? 0, height, kind, operation ? 12 : 4) + text(place, [name]),
      );
    }),
  ];
  return svg(
    layout.width,
    layout.height,
    `${page.title}: ${page.nodes.length} boxes, ${page.edges.length} lines`,
    parts,
    true,
  );
}
