/** The file of Inter with a fixed name. Every host serves it, because every host has such pages. */
export const pageFont = '/assets/inter.woff2';

/**
 * The style of the server's own pages, in the product's colours. It is inline and allowed by its
 * hash, so that their policy allows no other style. Text shows before its font has arrived.
 */
export const pageStyle = `
@font-face{font-family:"Inter Variable";font-weight:400 700;font-display:swap;src:url(${pageFont}) format("woff2")}
:root{--bg:#0b0d10;--line:#232932;--board:#191d24;--edge:#626d7c;--text:#eef1f5;--muted:#9aa4b2;--accent:#b7f34d;--accent-text:#c3f56b;--bad:#ff8f85}
@media(prefers-color-scheme:light){:root{--bg:#f6f7f9;--line:#e4e8ed;--board:#fff;--edge:#7d8795;--text:#12161c;--muted:#4d5866;--accent:#a5e635;--accent-text:#3f6b0a;--bad:#b3261e}}
*{box-sizing:border-box;margin:0}
html{color-scheme:dark light}
body{min-height:100vh;min-height:100dvh;display:grid;grid-template-rows:auto 1fr auto;background:var(--bg);color:var(--text);font:16px/24px "Inter Variable",Inter,system-ui,sans-serif;-webkit-font-smoothing:antialiased}
header{padding:10px 24px;border-bottom:1px solid var(--line)}
header a{display:inline-flex;align-items:center;gap:10px;min-height:44px;border-radius:8px;color:inherit;font-weight:650;letter-spacing:-.01em;text-decoration:none}
header path{fill:var(--accent)}
header a:hover span{color:var(--accent-text)}
:focus-visible{outline:2px solid var(--accent);outline-offset:4px}
main{place-self:center;width:100%;max-width:496px;padding:32px 24px 96px;text-align:center}
.sign{display:block;margin:0 auto 32px}
.post{fill:var(--line)}
.boards{fill:var(--board);stroke:var(--edge);stroke-width:.25;stroke-linejoin:round}
.code{margin-bottom:8px;color:var(--accent-text);font-size:14px;line-height:20px;font-weight:600;font-variant-numeric:tabular-nums}
h1{font-size:28px;line-height:36px;font-weight:650;letter-spacing:-.02em;text-wrap:balance}
.text{margin-top:12px;color:var(--muted);text-wrap:pretty}
main.prose{max-width:656px;place-self:start center;padding-top:48px;text-align:left}
h2{margin-top:32px;font-size:18px;line-height:28px;font-weight:600;letter-spacing:-.01em}
main ul{margin-top:12px;padding-left:20px;color:var(--muted)}
li{margin-top:4px;text-wrap:pretty}
main p a{color:var(--accent-text)}
.to{padding:16px;border:1px solid var(--line);border-radius:8px;background:var(--board);list-style:none;text-align:left;overflow-wrap:anywhere}
.to li+li{margin-top:12px}
b{color:var(--text);font-weight:600}
main p .go{display:inline-block;margin-top:24px;padding:12px 20px;border-radius:8px;background:var(--accent);color:#0b0d10;font-weight:600;text-decoration:none}
.form{margin-top:24px;text-align:left}
.form label{display:block;font-size:14px;line-height:20px;font-weight:550}
.form input[type=password]{width:100%;height:48px;margin-top:8px;padding:0 14px;border:1px solid var(--edge);border-radius:8px;background:var(--board);color:var(--text);font:inherit}
.form .go{width:100%;min-height:48px;margin-top:16px;border:0;border-radius:8px;background:var(--accent);color:#0b0d10;font:inherit;font-weight:600;cursor:pointer}
.problem{margin-top:8px;color:var(--bad);font-size:14px;line-height:20px}
.small{font-size:14px;line-height:20px}
footer{display:flex;flex-wrap:wrap;justify-content:center;gap:0 24px;padding:12px 24px;font-size:14px;line-height:20px}
footer a{display:inline-flex;align-items:center;min-height:44px;color:var(--muted);border-radius:4px}
footer a:hover{color:var(--text)}
@media(max-width:480px){header{padding:6px 16px}main{padding:24px 16px 80px}h1{font-size:24px;line-height:32px}}
@media(forced-colors:active){header path,.boards{fill:CanvasText}}
`;
