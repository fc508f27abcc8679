// What Caída draws itself beside its felt.
export { default as Bar } from './Bar.svelte';
export { default as Live } from './Live.svelte';
export { default as Rail } from './Rail.svelte';
export { default as Rest } from './Rest.svelte';
