/** A word that is executed as markup, script, URL or style sets `__xss`. */
const run = 'window.__xss=1';

/** Thirty ways to attack through a text. */
export const hostileWords: readonly string[] = [
  `<script>${run}</script>`,
  `<ScRiPt >${run}</ScRiPt >`,
  `</title></textarea></style></script><script>${run}</script>`,
  `--><script>${run}</script>`,
  `]]><script>${run}</script>`,
  `<img src=x onerror="${run}">`,
  `"><img src=x onerror="${run}">`,
  `'><img src=x onerror='${run}'>`,
  `<img src=x onerror=${run}//`,
  `<svg onload="${run}">`,
  `<svg><script>${run}</script></svg>`,
  `<svg><animate onbegin="${run}" attributeName="x" dur="1s">`,
  `<svg><a href="javascript:${run}"><text y="20">x</text></a></svg>`,
  `<math><mtext><style><img src=x onerror="${run}"></style></mtext></math>`,
  `<iframe srcdoc="<script>parent.__xss=1</script>"></iframe>`,
  `<iframe src="javascript:parent.__xss=1"></iframe>`,
  `<object data="javascript:${run}"></object>`,
  `<details open ontoggle="${run}">`,
  `<input autofocus onfocus="${run}">`,
  `<body onload="${run}">`,
  `<video><source onerror="${run}"></video>`,
  `<base href="javascript:${run}//">`,
  `<meta http-equiv="refresh" content="0;javascript:${run}">`,
  `<a href="javascript:${run}" autofocus>x</a>`,
  `javascript:${run}`,
  `data:text/html,<script>${run}</script>`,
  `" autofocus onfocus="${run}" x="`,
  `' style='animation-name:x' onanimationstart='${run}`,
  `{{constructor.constructor('${run}')()}}\${${run}}`,
  `\\u003cscript\\u003e${run}\\u003c/script\\u003e\u2028;${run}//\u202e`,
];

/** Elements that no page of ours contains: a word that was parsed as markup is detected by them. */
export const hostileElements = [
  ...['onerror', 'onload', 'onbegin', 'ontoggle', 'onfocus', 'onanimationstart'].map(
    (name) => `[${name}]`,
  ),
  ...['iframe', 'object', 'embed', 'base', 'math', 'animate', 'video', 'details[open]'],
  ...['[href^="javascript:" i]', '[src^="javascript:" i]', '[href^="data:" i]'],
  'meta[http-equiv="refresh" i]',
].join(',');
