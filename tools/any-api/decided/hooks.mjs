/** The conversion hooks of the pairs, by the version of the clients: what no rule says. */

export const hooks = {
  older: {
    listedPaymentMethod: { response: (value) => ({ PaymentMethod: withOneStore(value) }) },
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

function withOneStore({ storeIds: [storeId] = [], ...rest }) {
  return { ...rest, ...(storeId !== undefined && { storeId }) };
}
