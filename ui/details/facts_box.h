// SPDX-License-Identifier: GPL-3.0-or-later
// The facts of a card as pairs of name and value: two columns where the inspector has the design's width, one below the other where it
// is narrow. Values wrap, nothing is cut. GUI thread only; O(facts) when the number of columns changes.
#pragma once

#include "ui/details/detail_card.h"

#include <QWidget>

#include <array>

class QGridLayout;
class QHBoxLayout;
class QLabel;

namespace attnscope {

class FactsBox : public QWidget {
    Q_OBJECT
public:
    FactsBox(const std::vector<Fact>& left, const std::vector<Fact>& right, QWidget* parent = nullptr);
    [[nodiscard]] int columns() const { return m_columns; }

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Pair {
        QLabel *key, *value;
    };
    [[nodiscard]] std::vector<Pair> makePairs(const std::vector<Fact>& facts);
    void place(int columns);

    std::vector<Pair> m_left, m_right;
    QHBoxLayout* m_columnsBox;
    std::array<QGridLayout*, 2> m_grids {}; ///< with one column all stands in the first
    int m_columns = 0;
};

} // namespace attnscope
