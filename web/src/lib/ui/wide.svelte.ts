// Whether the desktop layout is used; the same border stands in the style sheets.
const query = matchMedia('(min-width: 900px)');

class Wide {
  yes = $state(query.matches);
  constructor() {
    query.addEventListener('change', () => (this.yes = query.matches));
  }
}

export const wide = new Wide();
