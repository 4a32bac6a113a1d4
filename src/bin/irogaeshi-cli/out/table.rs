//! Markdown tables with aligned columns, readable in a terminal.

use std::fmt;

pub(crate) struct Table {
    rows: Vec<Vec<String>>,
    columns: Vec<Column>,
}

/// Alignment of a column: text left, numbers right.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Column {
    Text,
    Number,
}

impl Table {
    pub(crate) fn new<'a>(columns: impl IntoIterator<Item = (&'a str, Column)>) -> Self {
        let (headings, columns) = columns.into_iter().map(|(heading, column)| (heading.to_owned(), column)).unzip();
        Self { rows: vec![headings], columns }
    }

    pub(crate) fn push(&mut self, row: impl IntoIterator<Item = String>) {
        self.rows.push(row.into_iter().collect());
    }
}

impl fmt::Display for Table {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let length = |text: &str| text.chars().count();
        let width = |column: usize| self.rows.iter().filter_map(|row| row.get(column)).map(|text| length(text)).max();
        let widths: Vec<usize> = (0..self.columns.len()).map(|column| width(column).unwrap_or(0).max(2)).collect();
        for (index, row) in self.rows.iter().enumerate() {
            for ((text, column), width) in row.iter().zip(&self.columns).zip(&widths) {
                match column {
                    Column::Text => write!(formatter, "| {text:<width$} ")?,
                    Column::Number => write!(formatter, "| {text:>width$} ")?,
                }
            }
            writeln!(formatter, "|")?;
            if index == 0 {
                for (column, width) in self.columns.iter().zip(&widths) {
                    let end = if *column == Column::Number { ':' } else { '-' };
                    write!(formatter, "|{:-<width$}{end}", "-", width = width + 1)?;
                }
                writeln!(formatter, "|")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_line_up() {
        let mut table = Table::new([("board", Column::Text), ("n", Column::Number)]);
        table.push(["8 × 8".to_owned(), "2".to_owned()]);
        table.push(["diamond".to_owned(), "100".to_owned()]);
        assert_eq!(table.to_string(), "| board   |   n |\n|---------|----:|\n| 8 × 8   |   2 |\n| diamond | 100 |\n");
    }
}
