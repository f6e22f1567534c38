/** The types of generated mocks. */
export type {
  HandlersOptions,
  Mock,
  MockBytes,
  MockedOperation,
  MockOptions,
  MockRequest,
  MockResolver,
  MockResponse,
} from './types.js';
