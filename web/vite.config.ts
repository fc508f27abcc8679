import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

// Emits into the Python package: the server serves these files as they are.
export default defineConfig({
  plugins: [svelte()],
  resolve: process.env.VITEST ? { conditions: ['browser'] } : {},
  build: {
    outDir: '../src/tapete/server/static',
    emptyOutDir: true,
    assetsInlineLimit: 2048,
    target: 'es2022',
    reportCompressedSize: true,
  },
  server: {
    port: 5173,
    proxy: {
      '/api': 'http://127.0.0.1:8080',
      '/ws': { target: 'ws://127.0.0.1:8080', ws: true },
    },
  },
  // a loaded machine draws a whole screen slowly: a test hangs only when it is a minute late
  test: { environment: 'happy-dom', include: ['tests/**/*.test.ts'], testTimeout: 60_000 },
});
