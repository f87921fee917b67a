// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/table_export.h"

#include "profiler/exporting/csv.h"
#include "profiler/exporting/export_trace.h"
#include "ui/common/records_model.h"

#include <QAbstractItemModel>

#include <set>

namespace attnscope {
namespace {

QString cellText(const QAbstractItemModel& model, int row, int column)
{
    const QModelIndex index = model.index(row, column);
    const QVariant exported = model.data(index, TableRole::kExport);
    return (exported.isValid() ? exported : model.data(index)).toString();
}

QString headerText(const QAbstractItemModel& model, int column)
{
    const QVariant exported = model.headerData(column, Qt::Horizontal, TableRole::kExport);
    return (exported.isValid() ? exported : model.headerData(column, Qt::Horizontal)).toString();
}

QString tsvCell(QString text)
{
    for (const char separator : { '\t', '\n', '\r' }) {
        text.replace(QLatin1Char(separator), QLatin1Char(' '));
    }
    return text;
}

} // namespace

QString tsvOf(const QAbstractItemModel& model, const QModelIndexList& selected)
{
    std::set<int> rows;
    for (const QModelIndex& index : selected) {
        rows.insert(index.row());
    }
    if (rows.empty()) {
        for (int row = 0; row < model.rowCount(); ++row) {
            rows.insert(rows.end(), row);
        }
    }
    QStringList cells;
    for (int column = 0; column < model.columnCount(); ++column) {
        cells << tsvCell(headerText(model, column));
    }
    QString text = cells.join(QLatin1Char('\t')) + QLatin1Char('\n');
    for (const int row : rows) {
        cells.clear();
        for (int column = 0; column < model.columnCount(); ++column) {
            cells << tsvCell(cellText(model, row, column));
        }
        text += cells.join(QLatin1Char('\t')) + QLatin1Char('\n');
    }
    return text;
}

std::string csvOf(const QAbstractItemModel& model)
{
    CsvWriter writer;
    std::vector<std::string> fields;
    for (int column = 0; column < model.columnCount(); ++column) {
        fields.push_back(headerText(model, column).toStdString());
    }
    writer.row(fields);
    for (int row = 0; row < model.rowCount(); ++row) {
        fields.clear();
        for (int column = 0; column < model.columnCount(); ++column) {
            fields.push_back(cellText(model, row, column).toStdString());
        }
        writer.row(fields);
    }
    return writer.take();
}

Status exportCsv(const QAbstractItemModel& model, const QString& path)
{
    return writeFileAtomically(path.toStdString(), csvOf(model));
}

} // namespace attnscope
