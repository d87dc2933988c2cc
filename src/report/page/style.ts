/** How does a page look? Light and dark by the reader's choice; no font, picture or rule from outside. */

export const PAGE_STYLE = `
:root { color-scheme: light dark; --paper: #ffffff; --ink: #111827; --muted: #5b6472; --grid: #d9dde3; --panel: #f5f6f8;
  --warning: #b91c1c; --candidate: #1d4ed8; --seed: #a84708; --frozen: #04704f; }
@media (prefers-color-scheme: dark) { :root { --paper: #14171c; --ink: #e7eaee; --muted: #a3acb8; --grid: #39404a; --panel: #1d2229;
  --warning: #ff8f8f; --candidate: #7fb0ff; --seed: #ffae6b; --frozen: #5fd6ae; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main, header { max-width: 64rem; margin: 0 auto; padding: 0 1rem; }
main { padding-bottom: 4rem; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 1.5rem 0 .5rem; overflow-wrap: anywhere; }
h2 { font-size: 1.25rem; margin: 2.5rem 0 .5rem; padding-top: .5rem; border-top: 1px solid var(--grid); }
h3 { font-size: 1rem; margin: 1.5rem 0 .25rem; } h4 { font-size: .95rem; margin: 1rem 0 .25rem; }
a { color: var(--candidate); } nav ul { list-style: none; display: flex; flex-wrap: wrap; gap: .25rem 1rem; padding: 0; margin: .5rem 0; }
.skip { position: absolute; left: -100rem; } .skip:focus { left: 1rem; top: .5rem; background: var(--paper); padding: .25rem .5rem; }
:focus-visible { outline: 3px solid var(--candidate); outline-offset: 2px; }
.verdict { font-size: 1.15rem; margin: .5rem 0; } .simulated { color: var(--warning); font-weight: 600; }
.wide { overflow-x: auto; } table { border-collapse: collapse; font-size: .9rem; }
th, td { text-align: left; padding: .25rem .6rem; border-bottom: 1px solid var(--grid); vertical-align: top; font-weight: 400; }
thead th { color: var(--muted); white-space: nowrap; } .n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.faint { color: var(--muted); font-style: italic; } .notes { color: var(--muted); font-size: .9rem; margin: .25rem 0; padding-left: 1.2rem; }
svg { width: 100%; height: auto; max-width: 60rem; } svg text { font-family: system-ui, sans-serif; }
pre.text { white-space: pre-wrap; overflow-wrap: anywhere; background: var(--panel); padding: .6rem .8rem; border-radius: .3rem; max-height: 30rem;
  overflow: auto; font: .85rem/1.45 ui-monospace, monospace; margin: .25rem 0 .75rem; unicode-bidi: isolate; }
del { color: var(--warning); text-decoration: line-through; } ins { color: var(--frozen); text-decoration: underline; text-decoration-thickness: 2px; }
.tree { list-style: none; padding-left: 1rem; border-left: 1px solid var(--grid); margin: .25rem 0; } .tree li { margin: .15rem 0; }
summary { cursor: pointer; } .fate { color: var(--muted); } .fate.accepted { color: var(--frozen); } .fate.rejected { color: var(--warning); }
fieldset { border: 0; padding: 0; margin: .5rem 0; display: flex; flex-wrap: wrap; gap: .25rem 1rem; } legend { float: left; margin-right: 1rem; }
button { font: inherit; color: var(--candidate); background: none; border: 1px solid var(--grid); border-radius: .25rem; padding: 0 .5rem; cursor: pointer; }
.gained { color: var(--frozen); } .lost { color: var(--warning); } td.id { overflow-wrap: anywhere; min-width: 12rem; }
.panel td { background: var(--panel); } .panel pre.text { background: var(--paper); } .panel > td { max-width: 0; }
.turn { border-left: 3px solid var(--grid); padding-left: .75rem; margin: .75rem 0; }
@media print { nav, fieldset, button, .skip { display: none; } pre.text { max-height: none; } h2 { break-after: avoid; } }
`;
