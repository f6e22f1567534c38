/** The module of undici that has its client alone. */
declare module 'undici/lib/dispatcher/client.js' {
  export { Client as default } from 'undici';
}
