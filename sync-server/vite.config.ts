import { defineConfig } from 'vite'

/** Bundles the server with `shared` into dist; packages stay in node_modules. */
export default defineConfig({
  build: {
    ssr: true,
    target: 'node20',
    outDir: 'dist',
    emptyOutDir: true,
    sourcemap: true,
    rollupOptions: {
      input: { main: 'src/app/main.ts', admin: 'src/app/cli/admin.ts', backup: 'src/app/cli/backup.ts', restore: 'src/app/cli/restore.ts' },
      // Chunks stay beside the entries, because the server looks for the built app relative to the file of the running code.
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
  ssr: { noExternal: ['@shop/shared'] },
})
