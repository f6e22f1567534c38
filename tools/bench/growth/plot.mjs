/** Draws the costs on logarithmic axes: a line that is as steep as the dotted one is linear growth. */

/**
 * @param {(path: string) => string} file a file of the libraries that draw
 * @param {readonly import('./measure-growth.mjs').Row[]} rows
 * @returns {Promise<string>} an SVG image
 */
export async function drawGrowth(file, rows) {
  const [vega, { compile }] = await Promise.all([
    import(file('vega/build/vega-node.js')),
    import(file('vega-lite/build/vega-lite.js')).then((library) => library.default ?? library),
  ]);
  const quantities = /** @type {const} */ ([
    ['cpu', 'processor time', 1],
    ['peak', 'memory', 1],
    ['bytes', 'written', 1],
  ]);
  const costs = rows.flatMap((row) =>
    quantities.flatMap(([of, quantity]) => {
      const first = rows.find((one) => one.job === row.job && one.by === row.by)?.[of] ?? 0;
      return first === 0 ? [] : [{ ...row, quantity, relative: row[of] / first }];
    }),
  );
  const linear = [...new Set(costs.map(({ by, times }) => `${by} ${times}`))].flatMap((key) => {
    const [by = '', times = ''] = key.split(' ');
    return quantities.map(([, quantity]) => ({ by, quantity, job: 'linear', times: +times, relative: +times }));
  });
  const axis = { type: 'quantitative', scale: { type: 'log', base: 2 } };
  const { spec } = compile({
    data: { values: [...costs, ...linear] },
    facet: { row: { field: 'by', title: null }, column: { field: 'quantity', title: null } },
    spec: {
      width: 220,
      height: 180,
      mark: { type: 'line', point: true },
      encoding: {
        x: { field: 'times', title: 'times the first', ...axis },
        y: { field: 'relative', title: 'cost ÷ that of the first', ...axis },
        color: { field: 'job', title: 'job' },
        strokeDash: { condition: { test: "datum.job === 'linear'", value: [3, 3] }, value: [] },
      },
    },
    resolve: { scale: { x: 'independent' } },
    config: { background: 'white' },
  });
  return `${await new vega.View(vega.parse(spec), { renderer: 'none' }).toSVG()}\n`;
}
