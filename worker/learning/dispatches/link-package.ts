import { escapeXml, writeElement as element } from '../../platform/formats/xml-writer.ts';
import { ZipWriter } from '../../platform/formats/zip-writer.ts';
import type { DISPATCH_STANDARDS } from './contract.ts';
import { LAUNCH_SCRIPT, LAUNCH_WORDS } from './launch-script.ts';

interface Link {
  /** The origin of the product, which the package calls. */
  home: string;
  dispatch: number;
  key: string;
  standard: (typeof DISPATCH_STANDARDS)[number];
  /** Of the course. */
  title: string;
}

/** What SCORM calls a course and its one part, in either standard. */
const SCHEMES = {
  '1.2': {
    version: '1.2',
    names: {
      xmlns: 'http://www.imsproject.org/xsd/imscp_rootv1p1p2',
      'xmlns:adlcp': 'http://www.adlnet.org/xsd/adlcp_rootv1p2',
    },
    kind: 'adlcp:scormtype',
  },
  '2004': {
    version: '2004 4th Edition',
    names: {
      xmlns: 'http://www.imsglobal.org/xsd/imscp_v1p1',
      'xmlns:adlcp': 'http://www.adlnet.org/xsd/adlcp_v1p3',
      'xmlns:imsss': 'http://www.imsglobal.org/xsd/imsss',
    },
    kind: 'adlcp:scormType',
  },
} as const;

/** The system keeps what the course says, and makes up nothing of its own. */
const SAID_BY_CONTENT = element(
  'imsss:sequencing',
  {},
  element('imsss:deliveryControls', { completionSetByContent: true, objectiveSetByContent: true }),
);

function manifestOf({ dispatch, standard, title }: Link): string {
  const { version, names, kind } = SCHEMES[standard];
  const titled = element('title', {}, escapeXml(title));
  const item = element(
    'item',
    { identifier: 'course', identifierref: 'launch' },
    titled,
    ...(standard === '2004' ? [SAID_BY_CONTENT] : []),
  );
  const files = ['index.html', 'launch.js'].map((href) => element('file', { href }));
  const manifest = element(
    'manifest',
    { identifier: `dispatch-${dispatch}`, version: '1', ...names },
    element('metadata', {}, element('schema', {}, 'ADL SCORM'), element('schemaversion', {}, version)),
    element(
      'organizations',
      { default: 'courses' },
      element('organization', { identifier: 'courses' }, titled, item),
    ),
    element(
      'resources',
      {},
      element(
        'resource',
        { identifier: 'launch', type: 'webcontent', [kind]: 'sco', href: 'index.html' },
        ...files,
      ),
    ),
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n${manifest}\n`;
}

const pageOf = ({ title }: Link): string => `<!doctype html>
<html>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${escapeXml(title)}</title>
<style>
html, body { height: 100%; margin: 0; background: Canvas; color: CanvasText; color-scheme: light dark; }
iframe { position: fixed; inset: 0; width: 100%; height: 100%; border: 0; }
main { position: relative; max-width: 34rem; margin: 0 auto; padding: 3rem 1.25rem; font: 1.0625rem/1.5 system-ui, sans-serif; }
main:empty { display: none; }
button { font: inherit; padding: .625rem 1.25rem; }
</style>
</head>
<body>
<main role="status"></main>
<script src="launch.js"></script>
</body>
</html>
`;

/**
 * A package that holds nothing of a course but the way to it: what it needs to ask its system who is there, to show the
 * course in a frame, and to tell the system how it went.
 */
export async function linkPackage(link: Link): Promise<Uint8Array<ArrayBuffer>> {
  const { home, dispatch, key, standard, title } = link;
  const settings = JSON.stringify({ home, dispatch, key, standard, title, words: LAUNCH_WORDS });
  const zip = new ZipWriter();
  await zip.add('imsmanifest.xml', [manifestOf(link)]);
  await zip.add('index.html', [pageOf(link)]);
  await zip.add('launch.js', [`'use strict';\n(${LAUNCH_SCRIPT})(${settings});\n`]);
  return zip.end();
}
