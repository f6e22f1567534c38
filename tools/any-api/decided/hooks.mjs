/** The conversion hooks of the pairs, by the version of the clients: what no rule says. */

/** @typedef {Readonly<Record<string, object>>} Hooks */

/** @type {{ readonly older: Hooks, readonly newer: Hooks }} */
export const hooks = {
  older: {
    listedPaymentMethod: { response: (/** @type {unknown} */ value) => ({ PaymentMethod: withOneStore(value) }) },
  },
  newer: {
    listedPaymentMethod: {
      response: (/** @type {any} */ { PaymentMethod: { storeId, ...rest } = {} }) => ({
        id: '',
        ...rest,
        ...(storeId !== undefined && { storeIds: [storeId] }),
      }),
    },
  },
};

/** @param {any} value */
function withOneStore({ storeIds: [storeId] = [], ...rest }) {
  return { ...rest, ...(storeId !== undefined && { storeId }) };
}
