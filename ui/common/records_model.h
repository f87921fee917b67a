// SPDX-License-Identifier: GPL-3.0-or-later
// RecordsModel: a table model over a vector of plain records and a list of columns, each a few small functions. What a cell shows,
// sorts by and exports are three different things: "1,066", 1066123.0, "1066.123". GUI thread only; data() is O(1).
#pragma once

#include <QAbstractTableModel>
#include <QList>
#include <QString>
#include <QVariant>

#include <functional>
#include <utility>
#include <vector>

namespace attnscope {

/// Roles beyond Qt's own.
namespace TableRole {
inline constexpr int kSort = Qt::UserRole + 1; ///< QVariant that compares as the user expects
inline constexpr int kExport = Qt::UserRole + 2; ///< full text, C locale, also for headers
inline constexpr int kGroup = Qt::UserRole + 3; ///< int of RoleGroup: the cell starts with its swatch
inline constexpr int kTensor = Qt::UserRole + 4; ///< bool: the cell starts with the Tensor Core mark
inline constexpr int kFilter = Qt::UserRole + 5; ///< text that the filter field searches
inline constexpr int kFaint = Qt::UserRole + 6; ///< bool: secondary number, drawn in faint
inline constexpr int kStrong = Qt::UserRole + 7; ///< bool: main name or number, medium weight
} // namespace TableRole

template<typename Record>
struct Column {
    QString title; ///< with its unit: "time µs"
    QString exportTitle; ///< "time_ns"
    bool isNumber = true; ///< right-aligned
    std::function<QString(const Record&)> text;
    std::function<QVariant(const Record&)> sort; ///< null: by text
    std::function<QString(const Record&)> exported; ///< null: as text
    std::function<QString(const Record&)> toolTip; ///< null: none
    std::function<QVariant(const Record&, int role)> extra; ///< kGroup, kTensor, kFaint, kStrong; null: none
    int width = -1; ///< design px; −1: as the view sets it
    int dispensable = 0; ///< the higher, the sooner it goes when the view is too narrow; 0: never
};

/// The columns' own widths, for TableView::setWidths.
template<typename Record>
[[nodiscard]] QList<int> widthsOf(const std::vector<Column<Record>>& columns)
{
    QList<int> widths;
    widths.reserve(static_cast<int>(columns.size()));
    for (const Column<Record>& column : columns) {
        widths.append(column.width);
    }
    return widths;
}

template<typename Record>
class RecordsModel : public QAbstractTableModel {
public:
    using QAbstractTableModel::QAbstractTableModel;

    /// Returns the records before: taking apart very many of them takes longer than a frame.
    std::vector<Record> setRecords(std::vector<Record> records)
    {
        beginResetModel();
        m_records.swap(records);
        endResetModel();
        return records;
    }
    [[nodiscard]] const std::vector<Record>& records() const { return m_records; }

    int rowCount(const QModelIndex& parent = {}) const override
    {
        return parent.isValid() ? 0 : static_cast<int>(m_records.size());
    }
    int columnCount(const QModelIndex& parent = {}) const override
    {
        return parent.isValid() ? 0 : static_cast<int>(m_columns.size());
    }

    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override
    {
        if (!index.isValid() || index.row() >= rowCount() || index.column() >= columnCount()) {
            return {};
        }
        const Record& record = m_records[static_cast<std::size_t>(index.row())];
        const Column<Record>& column = m_columns[static_cast<std::size_t>(index.column())];
        switch (role) {
        case Qt::DisplayRole:
            return column.text(record);
        case Qt::TextAlignmentRole:
            return static_cast<int>((column.isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
        case Qt::ToolTipRole:
            return column.toolTip ? QVariant(column.toolTip(record)) : QVariant();
        case TableRole::kSort:
            return column.sort ? column.sort(record) : QVariant(column.text(record));
        case TableRole::kExport:
            return column.exported ? column.exported(record) : column.text(record);
        case TableRole::kFilter:
            return m_filterText ? QVariant(m_filterText(record)) : QVariant();
        default:
            return role >= Qt::UserRole && column.extra ? column.extra(record, role) : QVariant();
        }
    }

    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override
    {
        if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) {
            return {};
        }
        const Column<Record>& column = m_columns[static_cast<std::size_t>(section)];
        switch (role) {
        case Qt::DisplayRole:
            return column.title;
        case Qt::TextAlignmentRole:
            return static_cast<int>((column.isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
        case TableRole::kExport:
            return column.exportTitle;
        default:
            return {};
        }
    }

    [[nodiscard]] const std::vector<Column<Record>>& columns() const { return m_columns; }

protected:
    /// Replaces the columns (another unit, another view). `filterText` may be null.
    void setColumns(std::vector<Column<Record>> columns, std::function<QString(const Record&)> filterText = {})
    {
        beginResetModel();
        m_columns = std::move(columns);
        m_filterText = std::move(filterText);
        endResetModel();
    }

private:
    std::vector<Record> m_records;
    std::vector<Column<Record>> m_columns;
    std::function<QString(const Record&)> m_filterText;
};

} // namespace attnscope
