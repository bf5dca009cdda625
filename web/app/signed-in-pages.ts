/**
 * The shared code of the signed-in screens, and the imports of their files. The bundler puts code
 * that only these screens share into this file, so that a screen loads few files.
 */
export { Component as Shell } from './shell/app-shell.tsx';
export { pages } from 'pages:signed-in';
