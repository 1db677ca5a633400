import { createHash } from 'node:crypto';

/** The page's whole style. Its colours have a contrast of at least 4.5 to 1 on every background, light and dark. */
export const STYLE = `
:root{color-scheme:light dark;--bg:#fff;--soft:#f5f7fb;--line:#dfe4ee;--text:#1b2333;--dim:#566076;--link:#0b3fc4;
--code:#eef1f8;--panel:#111a2e;--panel-text:#e3e9f7;--panel-dim:#9fb0d3;--panel-key:#8fc7ff;--panel-line:#2a3655;
--get:#0b6b3a;--post:#0b3fc4;--warn-bg:#fff6e0;--warn-line:#d99a00;--red:#c8102e}
@media (prefers-color-scheme:dark){:root{--bg:#0d1320;--soft:#131b2c;--line:#27324a;--text:#e6ebf5;--dim:#a3afc6;--link:#8fb4ff;
--code:#1c263b;--panel:#080d18;--panel-line:#27324a;--get:#6fdc9f;--post:#8fb4ff;--warn-bg:#2a2411;--warn-line:#d9a520;--red:#ff7a8a}}
*{box-sizing:border-box}
html{scroll-behavior:smooth;scroll-padding-top:1rem;-webkit-text-size-adjust:100%}
@media (prefers-reduced-motion:reduce){html{scroll-behavior:auto}}
body{margin:0;background:var(--bg);color:var(--text);font:16px/1.6 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;overflow-wrap:break-word}
a{color:var(--link);text-underline-offset:.15em}
a:focus-visible,summary:focus-visible{outline:3px solid var(--link);outline-offset:2px;border-radius:3px}
.skip{position:absolute;left:-99rem;background:var(--bg);padding:.5rem 1rem;z-index:2}
.skip:focus{left:.5rem;top:.5rem}
code,pre{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace;font-size:.875em}
.op pre{font-size:.8125rem}
code{background:var(--code);border-radius:4px;padding:.1em .35em}
pre{margin:0;padding:.9rem 1rem;white-space:pre-wrap;overflow-wrap:anywhere;line-height:1.5;color:var(--panel-text)}
pre code{background:none;padding:0;font-size:1em}
figure{margin:1rem 0;background:var(--panel);border:1px solid var(--panel-line);border-radius:8px}
figcaption{padding:.45rem 1rem;color:var(--panel-dim);font-size:.8125rem;font-weight:600;border-bottom:1px solid var(--panel-line)}
pre i{font-style:normal;color:var(--panel-key)}
pre em{font-style:normal;color:var(--panel-dim)}
details.example{margin:.5rem 0}
details.example summary{cursor:pointer;color:var(--link);font-size:.9375rem;padding:.2rem 0}
details.example figure{margin:.4rem 0 1rem}
.page{display:grid;grid-template-columns:minmax(0,1fr);max-width:88rem;margin:0 auto}
.brand{font-weight:700;font-size:1.15rem;color:var(--text);text-decoration:none;letter-spacing:-.01em}
.brand b{color:var(--red)}
.brand small{color:var(--dim);font-weight:400;font-size:.8125rem;margin-left:.4rem}
.side{display:none}
.top{display:flex;align-items:center;justify-content:space-between;gap:1rem;padding:.8rem 1.1rem;border-bottom:1px solid var(--line)}
.menu{border-bottom:1px solid var(--line);padding:0 1.1rem}
.menu summary{padding:.7rem 0;font-weight:600;cursor:pointer}
nav p{margin:1.1rem 0 .3rem;font-size:.75rem;font-weight:700;letter-spacing:.06em;text-transform:uppercase;color:var(--dim)}
nav ul{list-style:none;margin:0;padding:0}
nav li a{display:block;padding:.26rem 0;color:var(--text);text-decoration:none;font-size:.9375rem}
nav li a:hover{color:var(--link);text-decoration:underline}
main{padding:0 1.1rem 4rem;min-width:0}
h1{font-size:1.9rem;line-height:1.2;letter-spacing:-.02em;margin:1.8rem 0 .6rem}
h2{font-size:1.45rem;line-height:1.25;letter-spacing:-.01em;margin:0 0 .8rem}
h3{font-size:1.125rem;line-height:1.35;margin:1.8rem 0 .5rem}
h4{font-size:.8125rem;letter-spacing:.05em;text-transform:uppercase;color:var(--dim);margin:1.5rem 0 .2rem}
h2 a,h3 a{color:inherit;text-decoration:none}
h2 a:hover,h3 a:hover{text-decoration:underline}
p,ul,ol{margin:.6rem 0}
ul,ol{padding-left:1.3rem}
li{margin:.25rem 0}
.lead{font-size:1.125rem;color:var(--dim);max-width:44rem}
section.part{border-top:1px solid var(--line);padding-top:2.2rem;margin-top:2.6rem}
.guide>:is(p,ul,ol,h3,.note,table,figure,dl){max-width:46rem}
.note{border-left:4px solid var(--link);background:var(--soft);padding:.7rem 1rem;border-radius:0 6px 6px 0;margin:1rem 0}
.note.warn{border-color:var(--warn-line);background:var(--warn-bg)}
.note p{margin:.2rem 0}
table{border-collapse:collapse;width:100%;margin:1rem 0;font-size:.9375rem}
caption{text-align:left;color:var(--dim);font-size:.875rem;padding-bottom:.3rem}
th,td{text-align:left;vertical-align:top;padding:.5rem .6rem .5rem 0;border-bottom:1px solid var(--line)}
th{font-size:.8125rem;color:var(--dim)}
tbody th{font-weight:400;color:inherit;font-size:inherit}
td small{display:block;color:var(--dim);font-size:.875em}
:target{scroll-margin-top:1rem}
tr:target{background:var(--soft)}
.op{padding:1.8rem 0 .4rem;border-top:1px solid var(--line);margin-top:1.6rem}
.op h3{margin-top:0}
.route{display:flex;flex-wrap:wrap;gap:.6rem;align-items:baseline;margin:.3rem 0 .8rem}
.route code{background:none;padding:0;font-size:.9375rem;min-width:0;overflow-wrap:anywhere}
.verb{font:700 .75rem/1.5 ui-monospace,Menlo,Consolas,monospace;border:1.5px solid;border-radius:5px;padding:.05rem .4rem}
.verb.get{color:var(--get)}
.verb.post{color:var(--post)}
.fields{margin:.2rem 0 0}
.fields>div{border-top:1px solid var(--line);padding:.55rem 0}
.fields dt{display:flex;flex-wrap:wrap;gap:.1rem .6rem;align-items:baseline}
.fields dt code{background:none;padding:0;font-weight:600}
.fields dt span{color:var(--dim);font-size:.8125rem}
.fields dt .must{color:var(--red);font-weight:600}
.fields dd{margin:.1rem 0 0;font-size:.9375rem}
.fields dd small{display:block;color:var(--dim);font-size:.875rem}
.fields .fields{margin:.3rem 0 0 .2rem;padding-left:.9rem;border-left:2px solid var(--line)}
.fields .fields>div:first-child{border-top:0}
.codes{list-style:none;padding:0;font-size:.9375rem}
svg{max-width:26rem;width:100%;height:auto;display:block;margin:1rem 0}
svg rect{fill:var(--soft);stroke:var(--dim)}
svg .final{fill:var(--code);stroke:var(--link);stroke-width:2}
svg text{fill:currentColor;font:600 14px system-ui,sans-serif}
svg .say{font-weight:400;font-size:12px;fill:var(--dim)}
svg path{fill:none;stroke:var(--dim);stroke-width:1.5}
svg marker path{fill:var(--dim)}
footer{border-top:1px solid var(--line);margin-top:3rem;padding-top:1rem;color:var(--dim);font-size:.875rem}
@media (min-width:60rem){
.page{grid-template-columns:16rem minmax(0,1fr)}
.top,.menu{display:none}
.side{display:block;position:sticky;top:0;align-self:start;height:100vh;overflow-y:auto;padding:1.4rem 1.2rem 2rem;border-right:1px solid var(--line)}
main{padding:0 2.4rem 5rem}
h1{font-size:2.3rem;margin-top:2.4rem}
}
@media (min-width:75rem){
.op .cols{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1fr);gap:2.2rem}
}
@media print{
:root{--panel:#fff;--panel-text:#000;--panel-dim:#444;--panel-key:#003a8c;--panel-line:#bbb}
.side,.top,.menu,.skip{display:none}
.page,.op .cols{display:block}
figure,tr,.fields>div{break-inside:avoid}
body{font-size:11pt}
}
`;

/** What a Content-Security-Policy calls this style. */
export const STYLE_HASH = `sha256-${createHash('sha256').update(STYLE).digest('base64')}`;
