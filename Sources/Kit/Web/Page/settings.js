// Files with settings: states of LV2 in Turtle, in the form in which lilv writes them, as jalv and lv2render read them.

/// Returns the text of a file with the values of all controls of a plug-in.
function settingsText(plugin, values) {
  const ports = plugin.controls.flatMap(({ kind, symbol }, port) =>
    kind === 'input' ? [`[\n\t\tlv2:symbol "${symbol}" ;\n\t\tpset:value ${values[port]}\n\t]`] : []);
  return `@prefix lv2: <http://lv2plug.in/ns/lv2core#> .
@prefix pset: <http://lv2plug.in/ns/ext/presets#> .

<>
\ta pset:Preset ;
\tlv2:appliesTo <${plugin.uri}> ;
\tlv2:port ${ports.join(' , ')} .
`;
}

/// Returns the URI of the plug-in in such a file, and the values by symbol. Properties are passed over.
function readSettings(text) {
  const uri = text.match(/lv2:appliesTo\s+<([^>]*)>/)?.[1];
  const values = new Map();
  const number = '[-+]?[\\d.]+(?:[eE][-+]?\\d+)?';
  for (const pattern of [`lv2:symbol\\s+"(?<symbol>\\w+)"\\s*;\\s*pset:value\\s+"?(?<value>${number})`,
    `pset:value\\s+"?(?<value>${number})[^;\\]]*;\\s*lv2:symbol\\s+"(?<symbol>\\w+)"`])
    for (const { groups } of text.matchAll(new RegExp(pattern, 'g'))) values.set(groups.symbol, Number(groups.value));
  return { uri, values };
}
