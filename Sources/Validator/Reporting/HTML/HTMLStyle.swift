/// The page's style sheet: light and dark, wide and narrow, screen and paper.
enum HTMLStyle {
  // Text has a contrast of 4.5 to its background at least, and curves of 3: WCAG 2.2, 1.4.3 and 1.4.11.
  static let sheet = """
    :root {
      --paper: #ffffff; --card: #f6f7f9; --ink: #1b1f24; --soft: #57606a; --line: #d5dae0; --link: #0b57b0;
      --error: #b3261e; --warning: #8a5300; --note: #0b57b0; --good: #1a6b3c; --bad: #b3261e;
      --tint-error: #fdf0ee; --tint-warning: #fdf5e6; --tint-note: #eef4fc;
      --grid: #dde1e6; --minor: #eff1f4; --zero: #9aa3ad; --mark: #6a737d;
      --c0: #0b62a8; --c1: #b94700; --c2: #007a56; --c3: #9b3f87; --c4: #5f4fc7; --c5: #5a5a5a;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --paper: #14171b; --card: #1c2126; --ink: #e8ebee; --soft: #a3adb8; --line: #343b43; --link: #82b8ff;
        --error: #ff8f85; --warning: #f0b45b; --note: #82b8ff; --good: #1d6e40; --bad: #a5302a;
        --tint-error: #2a1c1c; --tint-warning: #28221a; --tint-note: #1a222d;
        --grid: #323941; --minor: #23292f; --zero: #6c7681; --mark: #9aa5b0;
        --c0: #6cb6ff; --c1: #ff9d57; --c2: #56d1a2; --c3: #eea0da; --c4: #b4a7ff; --c5: #b4b9be;
      }
    }
    * { box-sizing: border-box; }
    html { -webkit-text-size-adjust: 100%; }
    body {
      margin: 0; background: var(--paper); color: var(--ink);
      font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif;
      font-variant-numeric: tabular-nums;
    }
    code { font: .9em/1.5 ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; }
    a { color: var(--link); text-underline-offset: .18em; }
    :focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 3px; }
    h2:focus { outline: none; }
    h1, h2, h3, p, dl, dd, ol, ul, figure { margin: 0; }
    .wide, main { max-width: 76rem; margin: 0 auto; padding: 0 1.25rem; }
    .skip { position: absolute; left: -100vw; padding: .6rem 1rem; background: var(--paper); z-index: 1; }
    .skip:focus { left: .5rem; top: .5rem; }

    header { color: #fff; padding: 1.6rem 0 1.5rem; }
    header.pass { background: var(--good); }
    header.fail { background: var(--bad); }
    header.partial { background: #6e4a00; }
    header a, header :focus-visible { color: #fff; outline-color: #fff; }
    .tool { font-size: .85rem; letter-spacing: .06em; }
    h1 { display: flex; flex-wrap: wrap; align-items: baseline; gap: .1em .6em; line-height: 1.2; }
    .verdict { font-size: 2.5rem; font-weight: 750; letter-spacing: .01em; }
    .subject { font-size: 1.35rem; font-weight: 450; overflow-wrap: anywhere; }
    .counts { display: flex; flex-wrap: wrap; gap: .2rem 1.5rem; list-style: none; padding: 0; margin-top: .7rem; }
    .counts b { font-size: 1.15rem; }
    .notice { margin-top: .8rem; padding: .5rem .8rem; border: 1px solid #fff; border-radius: 6px; }

    main > section { padding-top: 2.2rem; }
    h2 { font-size: 1.45rem; line-height: 1.25; overflow-wrap: anywhere; }
    h3 { font-size: 1.1rem; margin: 1.3rem 0 .5rem; }
    h3.error { color: var(--error); } h3.warning { color: var(--warning); } h3.note { color: var(--note); }
    .count { font-weight: 500; color: var(--soft); }
    h3 .count { margin-left: .2em; }
    .quiet, .uri { color: var(--soft); }
    .uri { overflow-wrap: anywhere; font-size: .95rem; }
    .plugin { border-top: 1px solid var(--line); margin-top: 2.4rem; }

    table { border-collapse: collapse; width: 100%; }
    th, td { text-align: left; padding: .38rem .8rem .38rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
    thead th { color: var(--soft); font-weight: 550; font-size: .88rem; }
    tbody th { font-weight: 500; }
    .scroll { overflow-x: auto; margin-top: .6rem; }
    .overview td, .overview thead th:not(:first-child) { text-align: right; white-space: nowrap; }
    td.error, tr.error td:nth-child(2) { color: var(--error); font-weight: 650; }
    td.warning, tr.warning td:nth-child(2) { color: var(--warning); font-weight: 650; }
    td.note, tr.note td:nth-child(2) { color: var(--note); font-weight: 650; }
    td.none, tr.skipped td { color: var(--soft); }
    .checks td:last-child, .checks thead th:last-child { text-align: right; padding-right: 0; white-space: nowrap; }

    .finding { border-left: 4px solid; border-radius: 0 8px 8px 0; padding: .75rem 1rem; margin: .7rem 0; }
    .finding.error { border-color: var(--error); background: var(--tint-error); }
    .finding.warning { border-color: var(--warning); background: var(--tint-warning); }
    .finding.note { border-color: var(--note); background: var(--tint-note); }
    .what { display: flex; flex-wrap: wrap; gap: .1rem .9rem; font-size: .95rem; }
    .what code { font-weight: 650; }
    .message { margin-top: .25rem; max-width: 60rem; overflow-wrap: anywhere; }
    .when { color: var(--soft); font-size: .92rem; overflow-wrap: anywhere; }
    details { margin-top: .5rem; }
    summary { cursor: pointer; width: fit-content; color: var(--link); font-size: .95rem; padding: .15rem 0; }
    .finding dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .35rem 1rem; margin-top: .4rem; }
    .finding dt { color: var(--soft); }
    .finding dd { max-width: 56rem; overflow-wrap: anywhere; }
    .finding ol { padding-left: 1.6rem; }
    .checks { margin-top: 1.2rem; }
    .checks table { margin-top: .5rem; font-size: .95rem; }

    .plots { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 28rem), 1fr)); gap: 1rem; margin-top: 1rem; }
    .plots.small { grid-template-columns: repeat(auto-fill, minmax(min(100%, 15.5rem), 1fr)); margin-top: .7rem; }
    .pictures { display: flex; flex-wrap: wrap; align-items: start; gap: 1rem; margin-top: .7rem; }
    figure img { display: block; max-width: 100%; height: auto; }
    figcaption span { overflow-wrap: anywhere; }
    figure { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: .8rem .8rem .6rem; break-inside: avoid; }
    figcaption { font-size: .92rem; line-height: 1.4; margin-bottom: .45rem; }
    figcaption span { color: var(--soft); }
    figure svg { display: block; width: 100%; height: auto; }
    svg path { fill: none; stroke-linejoin: round; vector-effect: non-scaling-stroke; }
    svg .grid { stroke: var(--grid); } svg .minor { stroke: var(--minor); } svg .zero { stroke: var(--zero); }
    svg .mark { stroke: var(--mark); stroke-dasharray: 5 4; }
    svg .c0, svg .c1, svg .c2, svg .c3, svg .c4, svg .c5 { stroke-width: 1.8; }
    svg .c0 { stroke: var(--c0); } svg .c1 { stroke: var(--c1); stroke-dasharray: 8 3; }
    svg .c2 { stroke: var(--c2); stroke-dasharray: 3 3; } svg .c3 { stroke: var(--c3); stroke-dasharray: 10 3 2 3; }
    svg .c4 { stroke: var(--c4); stroke-dasharray: 5 2; } svg .c5 { stroke: var(--c5); stroke-dasharray: 2 4; }
    svg text { font-size: 11.5px; fill: var(--soft); } svg .m { fill: var(--ink); paint-order: stroke; stroke: var(--card); stroke-width: 4px; }
    svg .mid { text-anchor: middle; } svg .end { text-anchor: end; }
    .legend { display: flex; flex-wrap: wrap; gap: .1rem 1rem; list-style: none; padding: .35rem 0 0; font-size: .88rem; }
    .legend li { display: flex; align-items: center; gap: .4rem; }
    .legend svg { width: 28px; height: 6px; flex: none; }

    footer { margin-top: 3rem; padding: 1.2rem 0 2rem; border-top: 1px solid var(--line); font-size: .92rem; }
    footer dl { display: flex; flex-wrap: wrap; gap: .6rem 2rem; }
    footer dt { color: var(--soft); }

    @media (max-width: 40rem) {
      .verdict { font-size: 2.1rem; } .subject { font-size: 1.15rem; }
      .wide, main { padding: 0 .9rem; }
      figure { padding: .6rem .5rem .5rem; }
      .plots:not(.small) svg text { font-size: 14.5px; }
      .overview th, .overview td { padding-right: .55rem; }
      .finding dl { grid-template-columns: minmax(0, 1fr); gap: .1rem; }
      .finding dd { margin-bottom: .45rem; }
    }
    @media print {
      :root {
        --paper: #fff; --card: #fff; --ink: #000; --soft: #444; --line: #bbb; --link: #000;
        --error: #8c1d18; --warning: #6b4000; --note: #0b3f80;
        --tint-error: #fff; --tint-warning: #fff; --tint-note: #fff;
        --grid: #ccc; --minor: #e8e8e8; --zero: #777; --mark: #555;
        --c0: #004a87; --c1: #a33d00; --c2: #00614a; --c3: #82306f; --c4: #4a3bb0; --c5: #444;
      }
      html { font-size: 10pt; }
      header { color: #000; border-bottom: 2pt solid #000; padding: 0 0 6pt; }
      header.pass, header.fail, header.partial { background: none; }
      .skip, .checks { display: none; }
      details::details-content { content-visibility: visible; display: block; }
      summary { display: none; }
      .finding { border: 1pt solid #999; border-left-width: 4pt; break-inside: avoid; }
      .plots { grid-template-columns: 1fr 1fr; } .plots.small { grid-template-columns: 1fr 1fr 1fr; }
      h2, h3 { break-after: avoid; }
    }
    """
}
