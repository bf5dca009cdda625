/** The imports of the signed-out screens, except those that signed-in people see too. */
export { pages } from 'pages:signed-out';
