/** What all lists of the console share: filters, pages, and the choice of a website and a period. */
export const en = {
  apply: 'Apply',
  clear: 'Clear',
  filters: 'Filters',
  moreFilters: 'More filters',
  newest: 'Newest',
  older: 'Older',
  all: 'All',
  website: 'Website',
  from: 'From',
  to: 'Until',
  haiti: 'Haiti time',
  ages: {
    minutes: '{count, plural, one {# minute} other {# minutes}}',
    hours: '{count, plural, one {# hour} other {# hours}}',
    days: '{count, plural, one {# day} other {# days}}',
  },
} as const;
