/// The page's look; the colors of its pictures are the palette's.
let pageStyle: HTML = """
  :root { color-scheme: light dark; --ground: #fbfaf7; --card: #ffffff; --ink: #1b2127;
    --soft: #4d5864; --line: #d9dde1; \(Palette.properties(dark: false))
    --link: #00518a; --band: #003f6b; --on-band: #ffffff; --on-band-soft: #d3e2ee; }
  @media (prefers-color-scheme: dark) { :root { --ground: #11161b; --card: #19212a; --ink: #e8ecef;
    --soft: #aeb9c3; --line: #344250; \(Palette.properties(dark: true))
    --link: #8cc4ee; --band: #0b2940; --on-band: #ffffff; --on-band-soft: #bcd3e4; } }
  * { box-sizing: border-box; }
  body { margin: 0; background: var(--ground); color: var(--ink);
    font: 1rem/1.6 system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif; }
  header, main, footer { padding: 0 max(1rem, calc((100% - 62rem) / 2)); }
  header { background: var(--band); color: var(--on-band); padding-top: 1rem;
    padding-bottom: .9rem; border-bottom: .3rem solid #e69f00; }
  header p { max-width: 60rem; margin: .2rem 0 0; color: var(--on-band-soft); }
  h1 { font-size: clamp(1.4rem, 3vw, 1.9rem); line-height: 1.15; margin: 0;
    overflow-wrap: anywhere; }
  .kind { text-transform: uppercase; letter-spacing: .09em; font-size: .8rem; }
  .facts { display: flex; flex-wrap: wrap; gap: .2rem 1.8rem; margin: .4rem 0 0; padding: 0;
    list-style: none; }
  .facts li { color: var(--on-band-soft); }
  .facts b { color: var(--on-band); font-weight: 700; }
  .answer { background: var(--card); border: 2px solid var(--link); border-radius: .6rem;
    padding: .7rem 1.2rem; margin: 1rem 0 0; } .answer p { max-width: 60rem; font-size: 1.08rem; }
  .answer h2 { margin: 0; font-size: 1.05rem; color: var(--link); }
  abbr { text-decoration: underline dotted; text-underline-offset: .2em; }
  .part { margin: 0; border-top: 1px solid var(--line); } .part > summary > h2 { display: inline; font-size: 1.2rem; }
  button { font: inherit; font-size: .9rem; color: var(--link); background: var(--card); cursor: pointer;
    border: 1px solid var(--link); border-radius: .3rem; padding: .2rem .7rem; margin: .4rem 0; }
  .copy { user-select: all; white-space: pre-wrap; font-family: inherit; font-size: .95rem; }
  nav ul { display: flex; flex-wrap: wrap; gap: .3rem 1.4rem; padding: 0; margin: 1.2rem 0 0;
    list-style: none; }
  nav a { display: inline-block; padding: .2rem 0; }
  h2 { font-size: 1.45rem; line-height: 1.25; margin: 2.6rem 0 .6rem; color: var(--ink); }
  h3 { font-size: 1.12rem; margin: 0 0 .4rem; }
  p, main > section > ul { max-width: 46rem; } p { margin: .5rem 0; }
  main { overflow-wrap: anywhere; }
  a { color: var(--link); text-underline-offset: .15em; }
  a:focus-visible, button:focus-visible, summary:focus-visible, [tabindex]:focus-visible { outline: 3px solid var(--orange);
    outline-offset: 2px; box-shadow: 0 0 0 5px var(--ink); }
  figure { margin: .8rem 0; padding: .8rem 1.2rem; background: var(--card);
    border: 1px solid var(--line); border-radius: .6rem; }
  figure svg { display: block; width: 100%; min-width: 40rem; height: auto; color: var(--ink); }
  figcaption p { margin: 0 0 .5rem; } .note, .remark { color: var(--soft); font-size: .9rem; }
  .scroll { overflow-x: auto; } details { margin-top: .6rem; }
  summary { cursor: pointer; padding: .3rem 0; color: var(--link); }
  table { border-collapse: collapse; font-size: .88rem; margin: .4rem 0; }
  caption { text-align: left; color: var(--soft); padding-bottom: .3rem; }
  th, td { padding: .28rem .55rem; text-align: left; vertical-align: top;
    border-bottom: 1px solid var(--line); overflow-wrap: normal; }
  th { font-weight: 600; } .n { text-align: right; font-variant-numeric: tabular-nums; }
  pre, code { font: .88rem/1.5 ui-monospace, "DejaVu Sans Mono", monospace; }
  pre { background: var(--card); border: 1px solid var(--line); border-radius: .4rem;
    padding: .8rem 1rem; overflow-x: auto; }
  .alert { border-left: .4rem solid var(--orange); padding: .7rem 1rem; background: var(--card);
    color: var(--ink); max-width: 46rem; border-radius: .3rem; margin-top: 1.4rem; }
  .formats { font-size: .9rem; } footer { color: var(--soft); padding-bottom: 3rem; }
  @page { margin: 14mm; }
  @media print { :root { font-size: 9.5pt; } p, main > section > ul { max-width: none; } table { font-size: 7pt; } th, td { padding: .1rem .2rem; } td.n { white-space: nowrap; }
    tr, li, p, .answer, #provenance { break-inside: avoid; }
    summary { break-after: avoid; list-style: none; } .rows > summary { display: none; }
    header, main, footer { padding-left: 0; padding-right: 0; } .scroll { overflow: visible; }
    pre { white-space: pre-wrap; } footer { padding-bottom: 0; }
    body { background: #fff; line-height: 1.4; } nav, button, figure details, .formats { display: none; }
    details::details-content { content-visibility: visible; block-size: auto; }
    figure { break-inside: avoid; border: 0; padding: 0; } figure svg { min-width: 0; }
    h2, h3 { break-after: avoid; } header { border: 0; padding-top: 0; background: none; }
    header, header p, .facts li, .facts b { color: #000; } }
  """
