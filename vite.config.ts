import { svelte } from '@sveltejs/vite-plugin-svelte'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build, defineConfig, type Plugin } from 'vite'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const built = at('src/meadhall/static')

/** Build the service worker once all else is built: it is told which files there are, and a hash of them as its version. */
function serviceWorker(): Plugin {
  return {
    name: 'meadhall-service-worker',
    apply: 'build',
    async closeBundle() {
      const entries = readdirSync(built, { recursive: true, withFileTypes: true })
      const files = entries
        .filter((entry) => entry.isFile() && entry.name !== 'sw.js' && !entry.name.startsWith('.'))
        .map((entry) => `${entry.parentPath.slice(built.length)}/${entry.name}`.replaceAll('\\', '/'))
        .sort()
      const hash = createHash('sha256')
      for (const file of files) hash.update(file).update(readFileSync(built + file))
      await build({
        configFile: false,
        root: at('web'),
        publicDir: false,
        logLevel: 'warn',
        define: { FILES: JSON.stringify(files), VERSION: JSON.stringify(hash.digest('hex').slice(0, 16)) },
        build: {
          outDir: built,
          emptyOutDir: false,
          target: 'es2022',
          modulePreload: false,
          rollupOptions: { input: at('web/src/sw/worker.ts'), output: { format: 'iife', entryFileNames: 'sw.js' } },
        },
      })
    },
  }
}

// The shell lives in web/, the boards in their rooms; both are built into the Python package.
export default defineConfig({
  root: 'web',
  base: '/',
  plugins: [svelte({ configFile: false }), serviceWorker()],
  resolve: { alias: { $web: at('web/src'), $look: at('src/meadhall/look'), $games: at('src/meadhall/games') } },
  build: { outDir: '../src/meadhall/static', emptyOutDir: true, target: 'es2022' },
  server: { proxy: { '/api': { target: 'http://127.0.0.1:8000', ws: true } } },
})
