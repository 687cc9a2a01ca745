import type { Plugin } from 'vite';

/** Chunks by their names (see the groups in vite.config.ts), and those that the visitor of the page will need. */
const chunksOf = {
  login: ['session', 'entry'],
  workplace: ['session', 'workplace', 'supabase'],
};

interface Chunk {
  type: string;
  name?: string;
  fileName: string;
  imports?: string[];
  viteMetadata?: { importedCss: Set<string> };
}

const programTag = /\s*<script type="module"[^>]* src="([^"]+)"><\/script>/;
const preloadTags = /\s*<link rel="modulepreload"[^>]*>/g;

/**
 * Writes on the first script of index.html (public/before-paint.js) where the program is and which files login and
 * workplace need besides: it begins them when the first look is painted, all beside each other. One page serves every
 * address, and the content security policy takes no inline script: hence lists that a script of our own chooses from.
 */
export function preloadByAddress(): Plugin {
  return {
    name: 'preload-by-address',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const chunks = Object.values((bundle ?? {}) as Record<string, Chunk>).filter(({ type }) => type === 'chunk');
        const program = programTag.exec(html)?.[1];
        if (!program) throw new Error('index.html names no program');
        const attributes = Object.entries(chunksOf).map(([page, names]) => {
          const files = names.flatMap((name) => {
            const chunk = chunks.find((candidate) => candidate.name === name);
            if (!chunk) throw new Error(`no chunk is called ${name}`);
            return [chunk.fileName, ...(chunk.viteMetadata?.importedCss ?? [])];
          });
          return ` data-${page}="${files.map((file) => `/${file}`).join(' ')}"`;
        });
        return html
          .replace(programTag, '')
          .replaceAll(preloadTags, '')
          .replace('<script src="/before-paint.js"', `$& data-program="${program}"${attributes.join('')}`);
      },
    },
  };
}
