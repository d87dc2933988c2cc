/** What is the one file of undici that is loaded? Its package describes the class, but not the file. */
declare module 'undici/lib/dispatcher/client.js' {
  // biome-ignore lint/style/noDefaultExport: the file is CommonJS and is one class
  export { Client as default } from 'undici';
}
